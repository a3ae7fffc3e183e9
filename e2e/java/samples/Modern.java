package samples;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.BiPredicate;
import java.util.stream.Stream;

/** What younger releases of the language have: records, sealed types, collections of the JDK that cannot change. */
public final class Modern {
    private Modern() {}

    record Point(int x, double y, String name, List<Point> next) {
        Point {
            if (x < 0) {
                throw new IllegalArgumentException("never called when built again");
            }
        }
    }

    record Pair<A, B>(A first, B second) {}

    sealed interface Shape permits Circle, Square {}

    record Circle(double radius) implements Shape {}

    static final class Square implements Shape {
        final int side;

        Square(int side) {
            this.side = side;
        }

        @Override
        public boolean equals(Object other) {
            return other instanceof Square square && square.side == side;
        }

        @Override
        public int hashCode() {
            throw new IllegalStateException("the runtime never calls hashCode");
        }

        @Override
        public String toString() {
            throw new IllegalStateException("the runtime never calls toString");
        }
    }

    enum Planet implements Shape2 {
        EARTH {
            @Override
            public int moons() {
                return 1;
            }
        }
    }

    interface Shape2 {
        int moons();
    }

    public static List<Object[]> samples() {
        List<Object[]> samples = new ArrayList<>();
        samples.add(same("record", new Point(1, -0.0, "a", List.of(new Point(2, 3, null, List.of())))));
        samples.add(same("record of a record", new Pair<>(new Pair<>(1, 2L), Optional.of("x"))));
        samples.add(same("sealed types", new ArrayList<Shape>(List.of(new Circle(1.5), new Square(2)))));
        samples.add(same("enum with a body and an interface", Planet.EARTH));
        samples.add(same("list that cannot change", List.of(1, 2, 3)));
        samples.add(same("list of a stream", Stream.of("a", null, "b").toList()));
        samples.add(ordered("set that cannot change", Set.of("a", "b", "c", "d", "e")));
        samples.add(ordered("map that cannot change", Map.of("a", 1, "b", 2, "c", 3)));
        samples.add(same("entry that cannot change", Map.entry("k", "v")));
        samples.add(new Object[] {"list that cannot change, still cannot", List.of(1), (BiPredicate<Object, Object>) (a, b) -> {
            try {
                @SuppressWarnings("unchecked")
                List<Object> list = (List<Object>) b;
                list.add(2);
                return false;
            } catch (UnsupportedOperationException e) {
                return true;
            }
        }});
        record Local(String captured) {}
        samples.add(same("local record", new Local("x")));
        return samples;
    }

    private static Object[] same(String name, Object value) {
        return new Object[] {name, value, (BiPredicate<Object, Object>) Object::equals};
    }

    private static Object[] ordered(String name, Object value) {
        BiPredicate<Object, Object> check = (a, b) -> a.equals(b) && a.toString().equals(b.toString());
        return new Object[] {name, value, check};
    }
}
