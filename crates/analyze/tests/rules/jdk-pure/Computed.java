package sample;

import java.sql.Timestamp;
import java.time.chrono.JapaneseDate;
import java.util.Date;

class Computed {
    // Made with a calendar that could have asked the time.
    int year(Date date) {
        return date.getYear();
    }

    Timestamp parsed(String text) {
        return Timestamp.valueOf(text);
    }

    int length(JapaneseDate date) {
        return date.lengthOfYear();
    }
}
