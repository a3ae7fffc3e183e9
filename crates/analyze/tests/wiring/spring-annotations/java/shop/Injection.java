package shop;

import jakarta.annotation.PostConstruct;
import jakarta.annotation.PreDestroy;
import jakarta.annotation.Resource;
import jakarta.inject.Inject;
import org.springframework.beans.factory.InitializingBean;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.context.event.ContextRefreshedEvent;
import org.springframework.context.event.EventListener;
import org.springframework.stereotype.Component;

@Component
class Injection implements InitializingBean {
    @Autowired
    private Pricing first;

    @Autowired
    @Qualifier("half")
    private Pricing qualified;

    @Resource(name = "half")
    private Pricing resource;

    @Inject
    private Pricing half;

    @Autowired
    private Hidden all;

    @Value("${shop.rate:3}")
    private int rate;

    private Tax tax;
    private String untouched;

    @Autowired
    void setTax(Tax tax) {
        this.tax = tax;
    }

    void setUntouched(String untouched) {
        this.untouched = untouched;
    }

    @PostConstruct
    void ready() {}

    @PreDestroy
    void done() {}

    @Override
    public void afterPropertiesSet() {}

    @EventListener
    void heard(ContextRefreshedEvent event) {}
}

@Component
class Constructed {
    private final Pricing pricing;

    Constructed(Pricing pricing) {
        this.pricing = pricing;
    }
}
