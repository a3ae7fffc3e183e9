package other;

/** The implementation, which only the neighbour's file names. */
public class StockImpl extends StockBase implements StockApi {
    @Override
    public int left(String article) {
        return 1;
    }

    public int inner() {
        return 2;
    }
}

abstract class StockBase {
    public long count(String of) {
        return 3;
    }
}

class OtherStock implements StockApi {
    @Override
    public int left(String article) {
        return 4;
    }

    @Override
    public long count(String of) {
        return 5;
    }
}
