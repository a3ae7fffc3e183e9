package orders.products;

import jakarta.validation.Valid;
import java.time.Instant;
import java.util.List;
import orders.journal.Journal;
import org.springframework.data.redis.core.StringRedisTemplate;
import org.springframework.http.HttpStatus;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PutMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;

@RestController
@RequestMapping("/products")
class ProductController {
    private final Catalog catalog;
    private final StringRedisTemplate redis;

    ProductController(Catalog catalog, StringRedisTemplate redis) {
        this.catalog = catalog;
        this.redis = redis;
    }

    @GetMapping
    List<Product> list(@RequestParam String category) {
        return catalog.category(category);
    }

    @GetMapping("/{sku}")
    ProductView show(@PathVariable String sku) {
        Product product = catalog.product(sku);
        Long views = redis.opsForValue().increment("views:" + sku);
        Journal.note("redis increment views:{} {}", sku, views);
        Instant now = Instant.now();
        Journal.note("time {}", now);
        return new ProductView(sku, product.name(), product.price(), product.stock() > 0, views == null ? 0 : views, now);
    }

    @PutMapping("/{sku}/price")
    @ResponseStatus(HttpStatus.NO_CONTENT)
    void changePrice(@PathVariable String sku, @Valid @RequestBody PriceChange change) {
        catalog.changePrice(sku, change.price());
    }
}
