package orders.products;

import java.math.BigDecimal;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import orders.errors.NotFound;
import orders.journal.Journal;
import org.springframework.stereotype.Service;
import org.springframework.transaction.annotation.Transactional;

/** What there is to order. Products are remembered once they were asked for, until their price changes. */
@Service
public class Catalog {
    private static final Map<String, Product> KNOWN = new ConcurrentHashMap<>();

    private final ProductMapper products;

    Catalog(ProductMapper products) {
        this.products = products;
    }

    /** A product, of which the stock may be outdated. */
    public Product product(String sku) {
        Product known = KNOWN.get(sku);
        Journal.note("cache {} {}", sku, known != null);
        if (known != null) {
            return known;
        }
        Product product = products.bySku(sku);
        if (product == null) {
            throw new NotFound("there is no product " + sku);
        }
        KNOWN.put(sku, product);
        return product;
    }

    public List<Product> category(String category) {
        List<Product> found = products.byCategory(category);
        if (found.isEmpty()) {
            throw new NotFound("there is nothing in category " + category);
        }
        return found;
    }

    @Transactional
    public void changePrice(String sku, BigDecimal price) {
        if (products.changePrice(sku, price) == 0) {
            throw new NotFound("there is no product " + sku);
        }
        KNOWN.remove(sku);
    }

    /** How many products are remembered. */
    public static int known() {
        return KNOWN.size();
    }
}
