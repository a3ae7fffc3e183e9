package java.lang;

/** A statement of a request: its text and what it was told, which is asked when it is executed. Recorded and replayed alike. */
final class RetakeStatement {
    private static final Object UNSET = new Object();
    private static final Object[] NONE = new Object[0];
    /** The names of the first parameters. */
    private static final String[] PARAMETERS = new String[32];
    /** A parameter further than this is kept by its name. */
    private static final int MOST_POSITIONS = 1 << 16;

    static {
        for (int i = 0; i < PARAMETERS.length; i++) {
            PARAMETERS[i] = "?".concat(Integer.toString(i + 1));
        }
    }

    /** The statement itself. */
    final Object object;
    /** The connection that it came from. */
    final Object connection;
    /** The type of handles that it is. */
    final String type;
    /** The number of that type's name; 0 if it has none. */
    final int typeNumber;
    /** What it was made with: its text, if it has one, and what was said besides. */
    private final Object[] made;
    /** What was bound by position. */
    private Object[] bound = NONE;
    private int bounds;
    /** What was told by name, in the order of the names. */
    private String[] names = new String[0];
    private Object[] named = NONE;
    /** What is asked at once: texts, or what was bound. */
    private Object[] batch = NONE;
    boolean closed;

    // Where it was executed last, and the number of what that left in it; -1 if nobody looked.
    RetakeBranch branch;
    int at;
    int results = -1;

    RetakeStatement(Object object, Object connection, String type, int typeNumber, Object[] made) {
        this.object = object;
        this.connection = connection;
        this.type = type;
        this.typeNumber = typeNumber;
        this.made = made.length > 0 && made[0] instanceof String ? made : NONE;
    }

    /** A time that is bound together with the calendar it is meant in. */
    private static final class In {
        final Object value;
        final Object calendar;

        In(Object value, Object calendar) {
            this.value = value;
            this.calendar = calendar;
        }
    }

    /** Takes what a call tells. */
    void tell(String method, Object[] args) {
        if (method.startsWith("set")) {
            if (args.length < 2) {
                // A setting that changes what is found.
                name(method.substring(0, method.indexOf('(')), args.length == 0 ? null : args[0]);
            } else {
                bind(args[0], method.startsWith("setNull(") ? null : value(args));
            }
        } else if (method.startsWith("register")) {
            name("out ".concat(String.valueOf(args[0])), args.length > 1 && args[1] instanceof Integer ? args[1] : null);
        } else if (method.startsWith("addBatch")) {
            batch = java.util.Arrays.copyOf(batch, batch.length + 1);
            batch[batch.length - 1] = args.length > 0 ? args[0] : told();
        } else if (method.startsWith("clearBatch")) {
            batch = NONE;
        } else {
            bound = NONE;
            bounds = 0;
        }
    }

    private void bind(Object key, Object value) {
        if (!(key instanceof Integer)) {
            name(":".concat(String.valueOf(key)), value);
            return;
        }
        int position = (Integer) key - 1;
        if (position < 0 || position >= MOST_POSITIONS) {
            name(parameter(position), value);
            return;
        }
        if (position >= bound.length) {
            int length = bound.length;
            bound = java.util.Arrays.copyOf(bound, Math.max(8, Math.max(position + 1, length * 2)));
            java.util.Arrays.fill(bound, length, bound.length, UNSET);
        }
        bounds += bound[position] == UNSET ? 1 : 0;
        bound[position] = value;
    }

    /** What is bound, as it is now: who binds it may use the object again. */
    private static Object value(Object[] args) {
        Object value = args[1];
        if (value instanceof byte[]) {
            return ((byte[]) value).clone();
        }
        if (value instanceof java.util.Date && value.getClass().getName().startsWith("java.")) {
            value = ((java.util.Date) value).clone();
        }
        return args.length > 2 && args[2] instanceof java.util.Calendar ? new In(value, args[2]) : value;
    }

    private void name(String name, Object value) {
        int at = 0;
        while (at < names.length && names[at].compareTo(name) < 0) {
            at++;
        }
        if (at == names.length || !names[at].equals(name)) {
            String[] moreNames = new String[names.length + 1];
            Object[] more = new Object[moreNames.length];
            System.arraycopy(names, 0, moreNames, 0, at);
            System.arraycopy(named, 0, more, 0, at);
            System.arraycopy(names, at, moreNames, at + 1, names.length - at);
            System.arraycopy(named, at, more, at + 1, names.length - at);
            names = moreNames;
            named = more;
        }
        names[at] = name;
        named[at] = value;
    }

    private static String parameter(int position) {
        return position >= 0 && position < PARAMETERS.length ? PARAMETERS[position] : "?".concat(Integer.toString(position + 1));
    }

    /** A copy of what it was told by now. */
    private RetakeStatement told() {
        RetakeStatement copy = new RetakeStatement(null, null, null, 0, NONE);
        copy.bound = bound.clone();
        copy.bounds = bounds;
        copy.names = names.clone();
        copy.named = named.clone();
        return copy;
    }

    /** It is executed in a branch, by its event with this number. */
    void executed(RetakeBranch branch, int at) {
        this.branch = branch;
        this.at = at;
        results = -1;
        batch = NONE;
    }

    /** Writes what an execution asks: the text, what was bound, and what else the statement was made with. */
    void write(RetakeBuffer out, RetakeEncoder encoder, boolean batches, Object[] args) {
        Object[] said = made.length > 0 ? made : args;
        if (batches) {
            out.array(made.length > 0 ? 2 : 1);
            if (made.length > 0) {
                encoder.value(made[0], 'L');
            }
            out.array(batch.length);
            for (Object each : batch) {
                if (each instanceof RetakeStatement) {
                    ((RetakeStatement) each).writeTold(out, encoder);
                } else {
                    encoder.value(each, 'L');
                }
            }
            return;
        }
        boolean more = said.length > 1;
        boolean told = more || bounds + names.length > 0;
        out.array((said.length > 0 ? 1 : 0) + (told ? 1 : 0) + (more ? 1 : 0));
        if (said.length > 0) {
            encoder.value(said[0], 'L');
        }
        if (told) {
            writeTold(out, encoder);
        }
        if (more) {
            out.array(said.length - 1);
            for (int i = 1; i < said.length; i++) {
                encoder.value(said[i], 'L');
            }
        }
    }

    /** Writes the text alone. */
    void writeText(RetakeBuffer out, RetakeEncoder encoder) {
        out.array(made.length > 0 ? 1 : 0);
        if (made.length > 0) {
            encoder.value(made[0], 'L');
        }
    }

    private void writeTold(RetakeBuffer out, RetakeEncoder encoder) {
        out.map(bounds + names.length);
        for (int i = 0, left = bounds; left > 0; i++) {
            if (bound[i] != UNSET) {
                out.name(parameter(i));
                writeValue(out, encoder, bound[i]);
                left--;
            }
        }
        for (int i = 0; i < names.length; i++) {
            out.name(names[i]);
            writeValue(out, encoder, named[i]);
        }
    }

    /** Which of a driver's methods bound a number does not matter. */
    private static void writeValue(RetakeBuffer out, RetakeEncoder encoder, Object value) {
        if (value instanceof In) {
            out.array(2);
            encoder.value(((In) value).value, 'L');
            encoder.value(((In) value).calendar, 'L');
            return;
        }
        if (value instanceof Number) {
            Class<?> type = value.getClass();
            if (type == Long.class || type == Short.class || type == Byte.class) {
                encoder.value(((Number) value).longValue(), 'J');
                return;
            }
            if (type == Float.class) {
                encoder.value(((Number) value).doubleValue(), 'D');
                return;
            }
        }
        encoder.value(value, 'L');
    }
}
