package ledger;

import java.util.ArrayList;
import java.util.List;

/** What a neighbour in the same process offers: it keeps the book of all parcels. */
public interface Ledger {
    /** Enters a parcel; gives its number. */
    long enter(String to, double weight);

    /** What was entered last. */
    Page last();

    /** One line of the book. */
    final class Page {
        private final String line;
        private final long at;

        public Page(String line, long at) {
            this.line = line;
            this.at = at;
        }

        public String line() {
            return line;
        }

        public long at() {
            return at;
        }
    }
}

/** The book: what it answers depends on the time and on everybody who asked before. */
class Book implements Ledger {
    private final List<Page> pages = new ArrayList<>();
    private long number = System.currentTimeMillis();

    @Override
    public synchronized long enter(String to, double weight) {
        pages.add(new Page(to + " with " + weight, System.currentTimeMillis()));
        return ++number;
    }

    @Override
    public synchronized Page last() {
        return pages.get(pages.size() - 1);
    }
}
