package shop;

import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.context.annotation.Import;

@SpringBootApplication
@Import(outside.Imported.class)
public class Shop {
    public static void main(String[] args) {
        SpringApplication.run(Shop.class, args);
    }
}
