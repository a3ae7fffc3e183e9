package java.lang;

/** A call on a result set, or on its description, as it was recorded. */
final class RetakeSaid {
    /** Name and descriptor. */
    final String method;
    private final Object[] args;
    private final boolean threw;
    private final Object value;
    /** Whether it has answered a call of this run. */
    private boolean used;

    RetakeSaid(String[] methods, RetakeReader in, RetakeDecoder values) throws Exception {
        in.expectArray();
        method = methods[in.expectInteger()];
        args = new Object[in.expectArray()];
        int at = method.indexOf('(') + 1;
        for (int i = 0; i < args.length; i++) {
            args[i] = values.value(type(at));
            at = behind(at);
        }
        threw = in.expectInteger() == 1;
        value = values.value(threw ? 'L' : type(method.indexOf(')') + 1));
    }

    private char type(int at) {
        char type = method.charAt(at);
        return type == '[' ? 'L' : type;
    }

    /** Where the descriptor goes on behind one type. */
    private int behind(int at) {
        while (method.charAt(at) == '[') {
            at++;
        }
        return method.charAt(at) == 'L' ? method.indexOf(';', at) + 1 : at + 1;
    }

    /** Whether it moves to another row. */
    boolean moves() {
        return RetakeKinds.moves(method);
    }

    boolean isNamed(String name) {
        return method.startsWith(name) && method.charAt(name.length()) == '(';
    }

    /** Whether it is a call of this method (up to the end of its arguments' types) with these arguments. */
    boolean answers(String signature, Object[] asked) {
        return method.startsWith(signature) && java.util.Arrays.deepEquals(args, asked);
    }

    boolean isUsed() {
        return used;
    }

    Object give() throws Throwable {
        used = true;
        if (threw) {
            throw (Throwable) value;
        }
        return value;
    }
}
