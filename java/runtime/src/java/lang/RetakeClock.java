package java.lang;

/**
 * Ends the traces whose requests are answered while work goes on for longer than is followed. It is made before the
 * application runs, so that nothing of the application is inherited, and sleeps while there is nothing to end.
 */
final class RetakeClock extends Thread {
    private static final long LOOK_EVERY = 250;

    private static RetakeClock clock;
    private boolean needed;

    private RetakeClock(ThreadGroup group) {
        super(group, "retake-clock");
        setDaemon(true);
    }

    static synchronized void begin() {
        if (clock == null) {
            // Beside the JVM's own threads: the application counts those of its group.
            ThreadGroup group = Thread.currentThread().getThreadGroup();
            while (group.getParent() != null) {
                group = group.getParent();
            }
            clock = new RetakeClock(group);
            clock.start();
        }
    }

    static synchronized void end() {
        if (clock != null) {
            clock.interrupt();
            clock = null;
        }
    }

    /** There is something to end. */
    static void wake() {
        RetakeClock awaken = clock;
        if (awaken != null) {
            synchronized (awaken) {
                awaken.needed = true;
                awaken.notify();
            }
        }
    }

    @Override
    public void run() {
        try {
            while (true) {
                synchronized (this) {
                    while (!needed) {
                        wait();
                    }
                    needed = false;
                }
                do {
                    Thread.sleep(LOOK_EVERY);
                } while (RetakeTrace.cut(false));
            }
        } catch (InterruptedException e) {
            // Whoever interrupts wants it gone; requests that begin end what is late, too.
        }
    }
}
