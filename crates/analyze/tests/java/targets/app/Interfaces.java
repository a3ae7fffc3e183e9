package app;

/** Default methods: the most specific one answers. */
class Interfaces {
    interface Top {
        default String name() {
            return "top";
        }
    }

    interface Left extends Top {}

    interface Right extends Top {
        @Override
        default String name() {
            return "right";
        }
    }

    /** A diamond: `Left` brings `Top`'s method, `Right` its own, which is more specific. */
    static class Diamond implements Left, Right {}

    static class Plain implements Left {}

    String diamond(Top top, Diamond diamond, Left left) {
        new Diamond().name(); // name -> Right.name
        new Plain().name(); // name -> Top.name
        diamond.name(); // name -> Right.name
        left.name(); // name -> Right.name, Top.name
        return top.name(); // name -> Above.name, Right.name, Top.name
    }

    interface One {
        default String conflict() {
            return "one";
        }
    }

    interface Two {
        default String conflict() {
            return "two";
        }
    }

    /** Must decide, and takes one of them. */
    static class Both implements One, Two {
        public String conflict() {
            return Two.super.conflict(); // conflict -> Two.conflict
        }
    }

    String conflict(One one) {
        new Both();
        return one.conflict(); // conflict -> Both.conflict
    }

    static class Above {
        public String name() {
            return "class";
        }
    }

    /** What a class inherits goes before what an interface offers. */
    static class Inherits extends Above implements Top {}

    String classes() {
        Top top = new Inherits();
        return new Inherits().name(); // name -> Above.name
    }

    interface Greeter {
        String greet(String name);

        default String greetAll(String... names) {
            return greet(names[0]); // greet -> Interfaces.lambda$lambdas$*, Interfaces.shout
        }
    }

    /** Only lambdas implement it, and they have its default method. */
    String lambdas() {
        Greeter greeter = name -> "hello " + name; // greet -> Interfaces.lambda$lambdas$*
        Greeter shouting = Interfaces::shout; // greet -> Interfaces.shout
        return greeter.greetAll("a") + shouting.greet("b"); // greetAll -> Greeter.greetAll | greet -> Interfaces.lambda$lambdas$*, Interfaces.shout
    }

    static String shout(String name) {
        return name.toUpperCase();
    }
}
