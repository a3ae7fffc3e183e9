package patterns;

/** A switch on patterns is made by a bootstrap method that calls nothing of ours. */
class Patterns {
    sealed interface Fruit permits Apple, Pear {}

    record Apple(int seeds) implements Fruit {}

    static final class Pear implements Fruit {
        String colour() {
            return "green";
        }
    }

    String taste(Fruit fruit) {
        return switch (fruit) { // typeSwitch -> nothing
            case Apple apple -> "sweet " + apple.seeds(); // seeds -> Apple.seeds | makeConcatWithConstants -> nothing
            case Pear pear -> pear.colour(); // colour -> Pear.colour
        };
    }
}
