package shop;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import org.springframework.graphql.data.method.annotation.QueryMapping;
import org.springframework.stereotype.Controller;
import org.springframework.web.bind.annotation.DeleteMapping;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.reactive.function.server.RouterFunction;
import org.springframework.web.reactive.function.server.RouterFunctions;
import org.springframework.web.reactive.function.server.ServerRequest;
import org.springframework.web.reactive.function.server.ServerResponse;
import org.springframework.web.service.annotation.GetExchange;
import org.springframework.web.servlet.ModelAndView;
import reactor.core.publisher.Mono;

@RestController
@RequestMapping({"/orders", "/v2/orders"})
class Orders {
    @GetMapping("/{id}")
    String one(String id) {
        return id;
    }

    @PostMapping
    String add() {
        return "";
    }

    @RequestMapping(path = {"all", "every/"})
    String all() {
        return "";
    }

    String helper() {
        return "";
    }
}

/** The mappings are in the interface. */
interface BillsApi<T> {
    @GetMapping("${bills.path}")
    T get(T key);

    @DeleteMapping("/bills")
    default void clear() {}
}

@RestController
class Bills implements BillsApi<String> {
    @Override
    public String get(String key) {
        return key;
    }
}

/** The mappings are in a class above, which is no controller itself. */
abstract class Base {
    @GetMapping("/health")
    String health() {
        return "up";
    }

    @GetMapping("/version")
    abstract String version();
}

@Controller
@RequestMapping("/a")
class Derived extends Base {
    @Override
    String version() {
        return "1";
    }
}

interface Exchange {
    @GetExchange("/exchanged")
    String exchange();
}

@RestController
class Exchanged implements Exchange {
    @Override
    public String exchange() {
        return "";
    }
}

/** Nobody finds a mapping in what is no controller. */
class NoController {
    @GetMapping("/nowhere")
    String nowhere() {
        return "";
    }
}

class OldController implements org.springframework.web.servlet.mvc.Controller {
    @Override
    public ModelAndView handleRequest(HttpServletRequest request, HttpServletResponse response) {
        return null;
    }
}

class Handlers {
    RouterFunction<ServerResponse> routes() {
        return RouterFunctions.route().GET("/time", this::time).build();
    }

    Mono<ServerResponse> time(ServerRequest request) {
        return null;
    }
}

@Controller
class Queries {
    @QueryMapping
    String book() {
        return "";
    }
}
