package app;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.function.IntFunction;
import java.util.function.Supplier;
import library.Library;

/** What the compiler makes of the language. */
class Constructs {
    enum Operation {
        PLUS {
            @Override
            int apply(int a, int b) {
                return a + b;
            }
        },
        TIMES {
            @Override
            int apply(int a, int b) {
                return a * b;
            }

            @Override
            public String toString() {
                return "*";
            }
        };

        abstract int apply(int a, int b);
    }

    int enums(Operation operation) {
        Operation.valueOf("PLUS"); // valueOf -> Operation.valueOf
        return operation.apply(1, 2); // apply -> Constructs$Operation$1.apply, Constructs$Operation$2.apply
    }

    record Part(String name) {}

    record Whole(Part part, int count) { // toString -> Part.toString | hashCode -> Part.hashCode | equals -> Part.equals
        Whole {
            count = Math.abs(count);
        }
    }

    String records(Whole whole) {
        whole.equals(null); // equals -> Whole.equals
        whole.part().name(); // part -> Whole.part | name -> Part.name
        return "whole " + whole.count(); // makeConcatWithConstants -> nothing | count -> Whole.count
    }

    private final int secret = 1;

    private int secret() {
        return secret;
    }

    class Inner {
        private int own;

        private Inner(int own) {
            this.own = own;
        }

        /** A private method of the nest's host: called without dispatch and without an accessor. */
        int outer() {
            return secret() + own; // secret -> Constructs.secret
        }
    }

    int inner() {
        return new Inner(1).outer(); // <init> -> Inner.<init> | outer -> Inner.outer
    }

    static class Base {
        final String name;

        Base(String name) {
            this.name = name;
        }

        String name() {
            return name;
        }
    }

    static class Middle extends Base {
        Middle() {
            this("middle"); // <init> -> Middle.<init>(Ljava/lang/String;)V
        }

        Middle(String name) {
            super(name); // <init> -> Base.<init>
        }
    }

    static class Leaf extends Middle {
        @Override
        String name() {
            return super.name(); // name -> Base.name
        }
    }

    String supers() {
        Base anonymous = new Base("anonymous") {
            @Override
            String name() {
                return "none";
            }
        };
        return new Leaf().name() + anonymous.name(); // name -> Leaf.name | name -> Base.name, Constructs$1.name, Leaf.name
    }

    interface Source<T> {
        T get();
    }

    static class Texts implements Source<String> {
        public String get() {
            return "text";
        }
    }

    Object generics(Source<?> source) {
        new Texts();
        return source.get(); // get -> Texts.get()Ljava/lang/Object;
    }

    Object functions() {
        Supplier<List<String>> made = ArrayList::new; // get -> nothing
        Function<String, Integer> static_ = Integer::parseInt; // apply -> nothing
        Function<Base, String> virtual = Base::name; // apply -> Base.name, Constructs$1.name, Leaf.name
        IntFunction<Middle[]> array = Middle[]::new; // apply -> Constructs.lambda$functions$*
        Function<String, Base> constructor = Base::new; // apply -> Base.<init>
        Supplier<String> captured = static_::toString; // get -> Animal.toString, Constructs$Operation$2.toString
        return constructor.apply("x"); // apply -> Base.<init>, Base.name, Constructs$1.name, Leaf.name
    }

    String callbacks() {
        return Library.ask(() -> "x"); // get -> Constructs.lambda$callbacks$* | ask -> Library.ask
    }

    String texts() {
        return "n" + new Texts().get() + 1; // <init> -> Texts.<init> | makeConcatWithConstants -> nothing
    }
}
