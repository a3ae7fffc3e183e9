package other;

/** What the neighbour in the same process offers. */
public interface StockApi extends Counted<String> {
    int left(String article);
}
