package shop;

import jakarta.inject.Named;
import jakarta.inject.Singleton;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.springframework.context.annotation.Scope;
import org.springframework.context.event.EventListener;
import org.springframework.stereotype.Component;
import org.springframework.stereotype.Repository;
import org.springframework.stereotype.Service;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.context.annotation.ApplicationScope;
import org.springframework.web.context.annotation.RequestScope;
import org.springframework.web.context.annotation.SessionScope;

@Component
class Plain {}

@Service("counter")
class Counting {}

@Repository
abstract class NoBean {}

class Stored extends NoBean {}

@RestController
class Orders {}

@Component
@Scope("prototype")
class Fresh {}

@Component
@Scope(scopeName = "websocket")
class Talking {}

@Component
@RequestScope
class Asking {
    int asked;
}

@Service
@SessionScope
class Cart {
    int items;
}

/** One for all, with what belongs to a request and to a session. */
@Component
class Desk {
    private final Asking asking;
    private final Cart cart;

    Desk(Asking asking, Cart cart) {
        this.asking = asking;
        this.cart = cart;
    }

    @EventListener
    public int ask(Object event) {
        return ++asking.asked;
    }

    @EventListener
    public int put(Object event) {
        return ++cart.items;
    }
}

@Component
@ApplicationScope
class Everywhere {}

@Component
@Scope("thread")
class Threaded {}

@Named
class Standard {}

@Singleton
class Alone {}

/** An annotation of the service's own, two steps away from Spring's. */
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.TYPE)
@Service
@Scope("prototype")
@interface UseCase {}

@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.TYPE)
@UseCase
@interface BigUseCase {}

@BigUseCase
class Buying {}

class Nobody {}
