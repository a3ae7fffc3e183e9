package cursors;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.ListIterator;
import java.util.Scanner;

/** Ways through something. One that is kept is state, because whoever asks it moves it; one that is made for a walk is not. */
class Cursors {
    private static final List<String> WORDS = Arrays.asList("a", "b");
    private static final Iterator<String> TURN = Arrays.asList("a", "b", "c").iterator();
    private static final ListIterator<String> BACK = new ArrayList<>(WORDS).listIterator();
    private static final Scanner TEXT = new Scanner("a b c");
    private static final Iterator<String> IDLE = WORDS.iterator();
    private static final Deck DECK = new Deck();
    private static final Shelf SHELF = new Shelf();

    // Another word each time.
    static String turn() {
        return TURN.hasNext() ? TURN.next() : "none";
    }

    static String back() {
        return BACK.next();
    }

    static String scanned() {
        return TEXT.next();
    }

    // Through a parameter.
    static String first(Iterator<String> way) {
        return way.next();
    }

    static String passed() {
        return first(TURN);
    }

    // Kept in an object that is kept.
    static final class Deck {
        private final Iterator<String> cards = WORDS.iterator();

        String deal() {
            return cards.next();
        }
    }

    static String dealt() {
        return DECK.deal();
    }

    // Made for each walk, also where a class of one's own is around it.
    static int walked() {
        int count = 0;
        for (String word : WORDS) {
            count += word.length();
        }
        return count;
    }

    static final class Shelf implements Iterable<String> {
        private final List<String> books = Arrays.asList("a", "b");

        @Override
        public Iterator<String> iterator() {
            return new Spines(books.iterator());
        }
    }

    static final class Spines implements Iterator<String> {
        private final Iterator<String> inner;

        Spines(Iterator<String> inner) {
            this.inner = inner;
        }

        @Override
        public boolean hasNext() {
            return inner.hasNext();
        }

        @Override
        public String next() {
            return inner.next();
        }
    }

    static int spines() {
        int count = 0;
        for (String book : SHELF) {
            count += book.length();
        }
        return count;
    }

    // Kept, and nobody asks it.
    static boolean idle() {
        return IDLE == null;
    }

    public static void main(String[] args) {
        System.out.println(turn() + back() + scanned() + passed() + dealt() + walked() + spines() + idle());
    }
}
