package own;

/** Two ways to one place. */
class Counters {
    static class Counter {
        int count;
    }

    static final Counter ORDERS = new Counter();
    static final Counter VISITS = new Counter();

    static int next(Counter counter) {
        return ++counter.count;
    }

    int order() {
        return next(ORDERS);
    }

    int visit() {
        return next(VISITS);
    }
}
