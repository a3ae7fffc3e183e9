package late;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Paths;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.ReentrantLock;
import java.util.logging.Logger;

/** A service that makes everything when the first request needs it, from a file that may be gone later. */
public final class Late {
    private static String file;
    private static Map<String, String> table;
    private static List<String> lines;
    private static int[] lengths;
    private static Object[] parts;

    private Late() {}

    public static void main(String[] args) throws IOException {
        file = args[1];
        HttpServer server = HttpServer.create(new InetSocketAddress("127.0.0.1", Integer.parseInt(args[0])), 0);
        server.createContext("/", Late::serve);
        server.start();
        System.out.println("late ready on " + server.getAddress().getPort());
    }

    private static void serve(HttpExchange exchange) throws IOException {
        String answer;
        switch (exchange.getRequestURI().getPath()) {
            case "/table":
                answer = table("b");
                break;
            case "/lines":
                answer = joined();
                break;
            case "/length":
                answer = "" + length(1);
                break;
            case "/parts":
                answer = parts();
                break;
            case "/visit":
                answer = Register.get().visit();
                break;
            default:
                answer = Wired.get().name();
        }
        byte[] bytes = answer.getBytes(StandardCharsets.UTF_8);
        exchange.sendResponseHeaders(200, bytes.length);
        exchange.getResponseBody().write(bytes);
        exchange.close();
    }

    private static List<String> load() throws IOException {
        return Files.readAllLines(Paths.get(file));
    }

    private static synchronized String table(String key) throws IOException {
        if (table == null) {
            Map<String, String> loaded = new HashMap<>();
            for (String line : load()) {
                loaded.put(line, line + line);
            }
            table = loaded;
        }
        return table.get(key) + " of " + table.size();
    }

    private static synchronized String joined() throws IOException {
        if (lines == null) {
            lines = new ArrayList<>(load());
        }
        StringBuilder all = new StringBuilder();
        for (String line : lines) {
            all.append(line).append(' ');
        }
        return all.toString();
    }

    private static synchronized int length(int of) throws IOException {
        if (lengths == null) {
            lengths = load().stream().mapToInt(String::length).toArray();
        }
        return lengths[of];
    }

    /** The check is a call. */
    private static synchronized String parts() throws IOException {
        if (java.util.Objects.isNull(parts)) {
            parts = load().toArray();
            return "made";
        }
        return "there";
    }

    /** Made once for all, with a field that is made later still. */
    static final class Register {
        private static volatile Register instance;
        private final ReentrantLock lock = new ReentrantLock();
        private final AtomicLong visits = new AtomicLong();
        private final String name;
        private final Names names = new Names();

        private Register(String name) {
            this.name = name;
        }

        static Register get() throws IOException {
            Register found = instance;
            if (found == null) {
                synchronized (Register.class) {
                    found = instance;
                    if (found == null) {
                        instance = found = new Register(load().get(0));
                    }
                }
            }
            return found;
        }

        String visit() {
            lock.lock();
            try {
                return name + visits.incrementAndGet() + names.next();
            } finally {
                lock.unlock();
            }
        }
    }

    static final class Names {
        private List<String> given;

        String next() {
            if (given == null) {
                given = new ArrayList<>();
                return "first";
            }
            given.add("x");
            return given.get(given.size() - 1) + given.size();
        }
    }

    /** Holds something that nobody can make again: it is made anew in replay, which asks nothing of the outside. */
    static final class Wired {
        private static Wired instance;
        private final Logger log = Logger.getLogger("late");
        private final String name = "wired";

        static synchronized Wired get() {
            if (instance == null) {
                instance = new Wired();
            }
            return instance;
        }

        String name() {
            log.fine("asked");
            return name;
        }
    }
}
