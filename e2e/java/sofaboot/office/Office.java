package office;

import com.alipay.sofa.runtime.api.annotation.SofaReference;
import com.alipay.sofa.runtime.api.annotation.SofaReferenceBinding;
import com.alipay.sofa.runtime.api.annotation.SofaService;
import com.alipay.sofa.runtime.api.annotation.SofaServiceBinding;
import ledger.Ledger;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.boot.web.servlet.context.ServletWebServerInitializedEvent;
import org.springframework.context.annotation.ImportResource;
import org.springframework.context.event.EventListener;
import org.springframework.stereotype.Component;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;
import post.Post.Courier;
import post.Post.Desk;
import post.Post.Label;
import post.Post.Parcel;
import post.Post.Refused;
import post.Post.Tour;

/** Takes parcels over Bolt and over HTTP. A neighbour keeps its book, and another process comes for what it took. */
@SpringBootApplication
@ImportResource("classpath:office.xml")
public class Office {
    public static void main(String[] arguments) {
        SpringApplication.run(Office.class, arguments);
    }

    @EventListener
    public void ready(ServletWebServerInitializedEvent event) {
        System.out.println("office ready on " + event.getWebServer().getPort());
    }

    /** The desk. */
    @Component
    @SofaService(interfaceType = Desk.class, bindings = @SofaServiceBinding(bindingType = "bolt"))
    public static class Counter implements Desk {
        @SofaReference(
                interfaceType = Courier.class,
                binding = @SofaReferenceBinding(bindingType = "bolt", directUrl = "${courier.url}", timeout = 60000))
        private Courier courier;

        @Autowired
        private Ledger ledger;

        @Override
        public Label send(Parcel parcel, double weight) throws Refused {
            long number = ledger.enter(parcel.getTo(), weight);
            Tour tour = courier.collect(number, weight);
            Ledger.Page page = ledger.last();
            return new Label(number + ": " + page.line() + " since " + page.at() + " by " + tour.getDriver() + " to "
                    + tour.getStops());
        }
    }

    /** The same for browsers. */
    @RestController
    public static class Window {
        @Autowired
        private Counter counter;

        @GetMapping("/send")
        public String send(@RequestParam("to") String to, @RequestParam("weight") double weight) {
            try {
                return counter.send(new Parcel(to), weight).getText();
            } catch (Refused e) {
                return "refused: " + e.getMessage();
            }
        }
    }
}
