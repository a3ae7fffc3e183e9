package shop;

import java.sql.Blob;
import java.sql.Clob;
import java.sql.ResultSet;

/** Part of a driver: what texts and bytes have in common, without being one of them. */
abstract class Large {
    public long length() {
        return 17;
    }
}

abstract class LargeText extends Large implements Clob {}

abstract class LargeBytes extends Large implements Blob {}

/** Lends to others as well, whom nobody may take for a handle. */
abstract class Counting {
    public int getRow() {
        return 17;
    }
}

abstract class CountingRows extends Counting implements ResultSet {}

class CountingPages extends Counting {}
