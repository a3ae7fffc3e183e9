package shop;

import java.util.List;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.stereotype.Component;

@Component
@ConfigurationProperties("shop")
class Settings {
    private int limit;
    private Part part = new Part();
    private List<String> names;

    public void setLimit(int limit) {
        this.limit = limit;
    }

    public Part getPart() {
        return part;
    }

    public void setNames(List<String> names) {
        this.names = names;
    }

    static class Part {
        private String name;

        public void setName(String name) {
            this.name = name;
        }
    }
}
