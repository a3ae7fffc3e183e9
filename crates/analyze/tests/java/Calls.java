package calls;

interface Source {
    long read();
}

class SystemSource implements Source {
    public long read() {
        return System.currentTimeMillis();
    }
}

class FixedSource implements Source {
    public long read() {
        return 1;
    }
}

class Calls {
    public static void main(String[] args) {
        new Calls().dispatch(args.length > 0 ? new SystemSource() : new FixedSource());
    }

    // Passed to a method that decides by it.
    void parameter() {
        decide(System.currentTimeMillis());
    }

    private void decide(long time) {
        if (time % 2 == 0) {
            System.out.println("even");
        }
    }

    // A method that hands through what it gets decides nothing: one caller returns it, one prints it.
    private static String format(long time) {
        return "at " + time;
    }

    String formatted() {
        return format(System.currentTimeMillis());
    }

    void printed() {
        System.out.println(format(System.currentTimeMillis()));
    }

    int dispatch(Source source) {
        return (int) source.read();
    }

    // Around and around.
    void recursion() {
        down(System.currentTimeMillis(), 10);
    }

    private long down(long time, int depth) {
        return depth == 0 ? branch(time) : up(time + 1, depth - 1);
    }

    private long up(long time, int depth) {
        return down(time, depth);
    }

    private long branch(long time) {
        return time > 5 ? 1 : 0;
    }

    void exception() {
        throw new IllegalStateException("at " + System.currentTimeMillis());
    }

    String caught() {
        try {
            throw new IllegalStateException("at " + System.currentTimeMillis());
        } catch (IllegalStateException e) {
            return e.getMessage();
        }
    }

    int chosen(String name) {
        switch (name + System.currentTimeMillis()) {
            case "a1":
                return 1;
            default:
                return 2;
        }
    }

    String concat(String name) {
        return name + "-" + Thread.currentThread().getName() + "-" + 1;
    }

    long loop() {
        long last = 0;
        for (int i = 0; i < 3; i++) {
            last = last * 31 + System.nanoTime();
        }
        return last;
    }

    // No implicit flow: what is returned is one of two constants, but the branch itself counts.
    int implicit() {
        int result = 0;
        if (System.currentTimeMillis() > 5) {
            result = 1;
        }
        return result;
    }

    String host() throws java.net.UnknownHostException {
        return java.net.InetAddress.getLocalHost().getHostName() + System.getenv("HOME") + System.getProperty("os.name");
    }
}
