package proof;

import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * Runs programs under different clocks, chance, hosts and histories, and then again with every point answered.
 *
 * <p>{@code Driver ROOT RUNS REPLAYS} reads lines {@code program methods} from standard input, each a program in a
 * directory of its name, and tells on standard output what its methods and points did:
 *
 * <pre>
 * program NAME
 * method NUMBER differs|same crossed|uncrossed same|differs|incomplete DETAIL
 * point NUMBER differs|same
 * </pre>
 *
 * A point that is not told of was never crossed.
 */
public final class Driver {
    /** Runs of the replays are numbered from here: environments that no recording saw. */
    private static final int ELSEWHERE = 1000;

    private final Map<String, byte[]> classes;
    private final String program;
    private final int methods;
    private final PrintStream out;

    private Driver(Map<String, byte[]> classes, String program, int methods, PrintStream out) {
        this.classes = classes;
        this.program = program;
        this.methods = methods;
        this.out = out;
    }

    public static void main(String[] arguments) throws Exception {
        PrintStream out = new PrintStream(System.out, false, StandardCharsets.UTF_8);
        System.setOut(new PrintStream(OutputStream.nullOutputStream()));
        System.setErr(new PrintStream(OutputStream.nullOutputStream()));
        Path root = Path.of(arguments[0]);
        int runs = Integer.parseInt(arguments[1]);
        int replays = Integer.parseInt(arguments[2]);
        for (String line : new String(System.in.readAllBytes(), StandardCharsets.UTF_8).lines().toList()) {
            String[] words = line.split(" ");
            Map<String, byte[]> classes = World.read(root.resolve(words[0]), words[0]);
            out.println("program " + words[0]);
            new Driver(classes, words[0], Integer.parseInt(words[1]), out).prove(runs, replays);
            out.flush();
        }
        // Threads that a program left behind must not hold us up.
        System.exit(0);
    }

    private void prove(int runs, int replays) throws ReflectiveOperationException {
        List<World.Seen[]> recorded = new ArrayList<>();
        for (int run = 0; run < runs; run++) {
            recorded.add(run(run, null));
        }
        String[] verdicts = new String[methods];
        Arrays.fill(verdicts, "same");
        for (int replay = 0; replay < Math.min(replays, runs); replay++) {
            World.Seen[] expected = recorded.get(replay);
            World.Seen[] seen = run(ELSEWHERE + replay, expected);
            for (int method = 0; method < methods; method++) {
                if (verdicts[method].equals("same")) {
                    verdicts[method] = verdict(expected[method], seen[method]);
                }
            }
        }
        for (int method = 0; method < methods; method++) {
            int of = method;
            List<World.Seen> seen = recorded.stream().map(run -> run[of]).toList();
            boolean differs = seen.stream().map(Driver::behaviour).distinct().count() > 1;
            boolean crossed = seen.stream().anyMatch(one -> !one.trace().crossed().isEmpty());
            out.println("method " + method + (differs ? " differs" : " same") + (crossed ? " crossed " : " uncrossed ")
                    + verdicts[method].replace("\n", "\\n").replace("\r", "\\r"));
        }
        points(recorded);
    }

    /** One process: some calls that nobody looks at, then every method once, in an order of its own. */
    private World.Seen[] run(int run, World.Seen[] answers) throws ReflectiveOperationException {
        Env.begin(run);
        Random random = new Random(run);
        World world = World.load(classes, program);
        for (int calls = run == 0 ? 0 : random.nextInt(methods + 1); calls > 0; calls--) {
            world.call(random.nextInt(methods), null);
        }
        List<Integer> order = new ArrayList<>();
        for (int method = 0; method < methods; method++) {
            order.add(method);
        }
        if (run > 0) {
            Collections.shuffle(order, random);
        }
        World.Seen[] seen = new World.Seen[methods];
        for (int method : order) {
            RetakeTrace trace = answers == null || answers[method].trace().incomplete()
                    ? RetakeTrace.record(world) : RetakeTrace.replay(world, answers[method].trace());
            seen[method] = world.call(method, trace);
        }
        return seen;
    }

    private static String behaviour(World.Seen seen) {
        return seen.outcome() + Arrays.toString(seen.trace().way());
    }

    private static String verdict(World.Seen expected, World.Seen seen) {
        if (expected.trace().incomplete()) {
            return "incomplete";
        }
        if (!expected.outcome().equals(seen.outcome())) {
            return "differs gave " + seen.outcome() + " instead of " + expected.outcome();
        }
        int[] way = expected.trace().way();
        int[] other = seen.trace().way();
        int at = Arrays.mismatch(way, other);
        if (at >= 0) {
            return "differs went to " + (at < other.length ? other[at] : -1) + " instead of "
                    + (at < way.length ? way[at] : -1);
        }
        return seen.trace().strayed() == null ? "same" : "differs " + seen.trace().strayed();
    }

    /** Tells for each point that was crossed whether what it gave to some method differed between runs. */
    private void points(List<World.Seen[]> recorded) {
        Map<Integer, Boolean> differs = new TreeMap<>();
        for (int method = 0; method < methods; method++) {
            Map<Integer, Set<String>> given = new TreeMap<>();
            for (World.Seen[] run : recorded) {
                run[method].trace().crossed().forEach(
                        (point, text) -> given.computeIfAbsent(point, id -> new TreeSet<>()).add(text));
            }
            given.forEach((point, texts) -> differs.merge(point, texts.size() > 1, Boolean::logicalOr));
        }
        differs.forEach((point, more) -> out.println("point " + point + (more ? " differs" : " same")));
    }
}
