package shop;

/** The command line of the processes beside the shop: {@code --port N}, where 0 means any free port. */
public final class Arguments {
    private Arguments() {}

    public static int port(String[] args, int otherwise) {
        if (args.length == 0) {
            return otherwise;
        }
        if (args.length == 2 && args[0].equals("--port") && args[1].matches("\\d{1,5}")) {
            return Integer.parseInt(args[1]);
        }
        System.err.println("usage: --port N");
        System.exit(2);
        return otherwise;
    }
}
