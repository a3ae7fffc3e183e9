package shop;

import io.github.resilience4j.circuitbreaker.annotation.CircuitBreaker;
import org.aspectj.lang.annotation.Around;
import org.aspectj.lang.annotation.Aspect;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.cache.annotation.CacheEvict;
import org.springframework.cache.annotation.Cacheable;
import org.springframework.scheduling.annotation.Async;
import org.springframework.stereotype.Component;
import org.springframework.stereotype.Service;
import org.springframework.transaction.annotation.Transactional;

@Service
class Prices {
    @Cacheable("prices")
    public int price(String article) {
        return article.length();
    }

    @CacheEvict("prices")
    public void forget(String article) {}

    @Async
    public void later() {
        Shelf.asked++;
    }

    public void plain() {}

    // Nothing stands between an object and itself.
    public int twice(String article) {
        return 2 * price(article);
    }
}

interface Rates {
    @Cacheable({"rates", "old"})
    String rate(String country);
}

@Service
class FixedRates implements Rates {
    private String last;

    public String rate(String country) {
        last = country;
        return country + "1";
    }

    public String last() {
        return last;
    }
}

@Service
class Shelf {
    static int asked;
    static int fallen;

    @Autowired
    private Prices prices;

    @Autowired
    private Rates rates;

    public int ask(String article) {
        prices.later();
        return prices.price(article);
    }

    public int askTwice(String article) {
        return prices.twice(article);
    }

    public String rate(String country) {
        return rates.rate(country);
    }

    // Whatever it answers is dropped.
    public void warm() {
        prices.price("x");
    }

    public int asked() {
        return asked;
    }

    public int fallen() {
        return fallen;
    }

    @CircuitBreaker(name = "shelf", fallbackMethod = "fallen")
    public String risky(String article) {
        return article;
    }

    private String fallen(String article, Throwable why) {
        fallen++;
        return article;
    }
}

@Service
@Transactional
class Bank {
    public void pay() {}

    void inner() {}
}

@Aspect
@Component
class Timing {
    @Around("execution(* shop..*(..))")
    Object around() {
        return null;
    }
}
