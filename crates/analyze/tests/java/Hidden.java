package hidden;

import tools.Engine;
import tools.Ids;

/** Sources inside libraries. */
class Hidden {
    String id() {
        return Ids.next();
    }

    boolean wins() {
        return Ids.lottery(10) == 7;
    }

    long stamped() {
        long[] stamp = new long[1];
        Ids.stamp(stamp);
        return stamp[0];
    }

    // Nothing of these varies.
    String prefix() {
        return Ids.prefix();
    }

    int sum(int a, int b) {
        return Ids.sum(a, b);
    }

    // Varies, and nobody cares.
    void unused() {
        Ids.next();
    }

    // What the engine answers is the source, not that there is one.
    boolean has(String part) {
        Engine engine = Ids.engine();
        return engine.has(part);
    }

    long uptime() {
        return Ids.engine().uptime();
    }
}
