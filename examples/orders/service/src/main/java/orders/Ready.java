package orders;

import org.springframework.boot.web.servlet.context.ServletWebServerInitializedEvent;
import org.springframework.context.event.EventListener;
import org.springframework.stereotype.Component;

/** Says where the service listens, for whoever started it with port 0. */
@Component
class Ready {
    @EventListener
    void listening(ServletWebServerInitializedEvent event) {
        System.out.println("orders ready on http://127.0.0.1:" + event.getWebServer().getPort());
    }
}
