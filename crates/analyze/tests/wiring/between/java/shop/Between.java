package shop;

import org.aspectj.lang.annotation.Around;
import org.aspectj.lang.annotation.Aspect;
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
    public void later() {}

    public void plain() {}
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
