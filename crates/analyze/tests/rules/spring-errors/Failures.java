package sample;

import java.util.Date;
import java.util.Map;

/** Whoever adds to the answer asks for the time like any other code; what Spring Boot puts in is asked for in its class. */
class Failures {
    Map<String, Object> more(Map<String, Object> attributes) {
        attributes.put("until", new Date());
        return attributes;
    }

    /** A time that is said is none that is asked for. */
    Date said(long time) {
        return new Date(time);
    }
}
