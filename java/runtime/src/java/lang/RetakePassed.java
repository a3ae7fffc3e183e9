package java.lang;

/** What passed through a handle, as it was recorded. */
final class RetakePassed {
    byte[] bytes = new byte[0];
    /** Where bytes are that nobody saw, and how many. */
    int[] skipped = new int[0];
    Object[] items = new Object[0];
    /** The calls on a result set. */
    RetakeSaid[] said;
    private String[] methods;
    Throwable failed;
    /** How an input failed after it was closed; null if nobody tried, or it did not. */
    Throwable failedClosed;
    /** Whether an input can go back. */
    boolean marks;
    boolean ended;
    boolean now;
    /** For a publisher: what passed when somebody subscribed again. */
    RetakePassed more;

    RetakePassed(byte[] recorded, ClassLoader loader, RetakeTrace trace) throws Exception {
        this(new RetakeReader(recorded, 0), loader, trace);
    }

    private RetakePassed(RetakeReader in, ClassLoader loader, RetakeTrace trace) throws Exception {
        RetakeDecoder values = new RetakeDecoder(in, loader, trace);
        if (in.next() != RetakeReader.MAP) {
            throw new IllegalArgumentException("what passed is not told");
        }
        int parts = (int) in.value;
        for (int i = 0; i < parts; i++) {
            part(in.expectText(), in, values);
        }
        if (!in.isEnd()) {
            more = new RetakePassed(in, loader, trace);
        }
    }

    private void part(String name, RetakeReader in, RetakeDecoder values) throws Exception {
        switch (name) {
            case RetakeStream.BYTES:
                in.next();
                bytes = in.octets();
                return;
            case RetakeStream.SKIPPED:
                skipped = new int[in.expectArray()];
                for (int i = 0; i < skipped.length; i++) {
                    skipped[i] = in.expectInteger();
                }
                return;
            case RetakeStream.ITEMS:
                items = new Object[in.expectArray()];
                for (int i = 0; i < items.length; i++) {
                    items[i] = values.value('L');
                }
                return;
            case RetakeResults.METHODS:
                methods = new String[in.expectArray()];
                for (int i = 0; i < methods.length; i++) {
                    methods[i] = in.expectText();
                }
                return;
            case RetakeResults.CALLS:
                said = new RetakeSaid[in.expectArray()];
                for (int i = 0; i < said.length; i++) {
                    said[i] = new RetakeSaid(methods, in, values);
                }
                return;
            case RetakeStream.FAILED:
                failed = (Throwable) values.value('L');
                return;
            case RetakeStream.CLOSED:
                failedClosed = (Throwable) values.value('L');
                return;
            case RetakeStream.MARKS:
                in.next();
                marks = in.value != 0;
                return;
            case RetakeStream.ENDED:
                in.next();
                ended = in.value != 0;
                return;
            default:
                in.next();
                now = in.value != 0;
        }
    }
}
