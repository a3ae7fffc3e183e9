package app;

import library.Library;

/** Class hierarchy, narrowed by the types that have objects. */
class Dispatch {
    interface Shape {
        double area();

        static Shape unit() {
            return new Square(1);
        }

        private double half() {
            return area() / 2; // area -> Circle.area, Square.area
        }

        default double quarter() {
            return half() / 2; // half -> Shape.half
        }
    }

    static class Circle implements Shape {
        public double area() {
            return 3;
        }
    }

    static class Square implements Shape {
        final double side;

        Square(double side) {
            this.side = side;
        }

        public double area() {
            return side * side;
        }
    }

    /** Nobody makes one. */
    static class Triangle implements Shape {
        public double area() {
            return 0;
        }
    }

    double shapes(boolean round) {
        Shape shape = round ? new Circle() : Shape.unit(); // unit -> Shape.unit
        double quarter = shape.quarter(); // quarter -> Shape.quarter
        return shape.area() + quarter; // area -> Circle.area, Square.area
    }

    static class Animal {
        Object copy() {
            return new Animal(); // <init> -> Animal.<init>
        }

        final String kingdom() {
            return "animals";
        }

        private String secret() {
            return "a";
        }

        String tell(Animal other) {
            return other.secret(); // secret -> Animal.secret
        }

        public String toString() {
            return "animal";
        }
    }

    /** Overrides with a narrower result: there is a bridge. */
    static class Dog extends Animal {
        @Override
        Dog copy() {
            return new Dog(); // <init> -> Dog.<init>
        }

        private String secret() {
            return "d";
        }

        @Override
        String tell(Animal other) {
            return super.tell(other) + secret(); // tell -> Animal.tell | secret -> Dog.secret
        }
    }

    Object animals(Animal animal, Dog dog) {
        animal.kingdom(); // kingdom -> Animal.kingdom
        dog.copy(); // copy -> Dog.copy()Lapp/Dispatch$Dog;
        return animal.copy(); // copy -> Animal.copy()Ljava/lang/Object;, Dog.copy()Ljava/lang/Object;
    }

    static class Sub extends Library.Base {
        /** The library's method of this name belongs to its package. */
        void hidden() {}
    }

    String libraries(Library.Codec codec, Library.Base base) {
        new Sub().hidden(); // hidden -> Sub.hidden
        base.name(); // name -> Base.name
        codec.twice("a"); // twice -> Codec.twice
        return codec.encode("a"); // encode -> Library.lambda$reversing$*, Plain.encode, Provided.encode
    }

    static int sum(int... numbers) {
        return numbers.clone().length; // clone -> nothing
    }

    int varargs() {
        return sum(1, 2) + sum(); // sum -> Dispatch.sum
    }

    String objects(Object any) {
        return any.toString(); // toString -> Animal.toString, Constructs$Operation$2.toString
    }
}
