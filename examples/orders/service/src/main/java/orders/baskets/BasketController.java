package orders.baskets;

import jakarta.validation.Valid;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import orders.errors.NotFound;
import orders.products.Catalog;
import orders.products.Product;
import org.springframework.http.HttpStatus;
import org.springframework.web.bind.annotation.DeleteMapping;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PutMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;

@RestController
@RequestMapping("/baskets/{customer}")
class BasketController {
    private final Baskets baskets;
    private final Catalog catalog;

    BasketController(Baskets baskets, Catalog catalog) {
        this.baskets = baskets;
        this.catalog = catalog;
    }

    @PutMapping("/items/{sku}")
    Basket put(@PathVariable String customer, @PathVariable String sku, @Valid @RequestBody Quantity wanted) {
        Product product = catalog.product(sku);
        baskets.put(customer, product.sku(), wanted.quantity());
        return show(customer);
    }

    @GetMapping
    Basket show(@PathVariable String customer) {
        List<Basket.Item> items = new ArrayList<>();
        BigDecimal total = BigDecimal.ZERO;
        for (var entry : baskets.items(customer).entrySet()) {
            Product product = catalog.product(entry.getKey());
            BigDecimal price = product.price().multiply(BigDecimal.valueOf(entry.getValue()));
            items.add(new Basket.Item(product.sku(), product.name(), entry.getValue(), price));
            total = total.add(price);
        }
        return new Basket(customer, items, total, items.isEmpty() ? 0 : baskets.secondsLeft(customer));
    }

    @DeleteMapping
    @ResponseStatus(HttpStatus.NO_CONTENT)
    void forget(@PathVariable String customer) {
        if (!baskets.forget(customer)) {
            throw new NotFound(customer + " has no basket");
        }
    }
}
