package shop;

import java.util.concurrent.ConcurrentHashMap;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Primary;
import org.springframework.context.annotation.Scope;

interface Pricing {
    int price(String article);
}

class FullPrice implements Pricing {
    private int asked;

    public int price(String article) {
        return ++asked;
    }

    void open() {}
}

class HalfPrice implements Pricing {
    public int price(String article) {
        return 1;
    }
}

class Tax {}

interface Hidden {}

class HiddenOne implements Hidden {}

class HiddenTwo implements Hidden {}

@Configuration
class Config {
    @Bean(initMethod = "open")
    @Primary
    Pricing full() {
        return new FullPrice();
    }

    @Bean("half")
    Pricing other() {
        return new HalfPrice();
    }

    @Bean
    @Scope("prototype")
    static Tax tax() {
        return new Tax();
    }

    @Bean
    ConcurrentHashMap<String, String> cache() {
        return new ConcurrentHashMap<>();
    }

    @Bean
    Hidden hidden(Hidden given) {
        return given;
    }
}
