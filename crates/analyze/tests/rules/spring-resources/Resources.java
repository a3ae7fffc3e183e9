package sample;

import org.springframework.core.io.ResourceLoader;
import org.springframework.stereotype.Component;

@Component
class Resources {
    private final ResourceLoader loader;

    Resources(ResourceLoader loader) {
        this.loader = loader;
    }

    boolean has(String name) {
        return loader.getResource(name) != null;
    }
}
