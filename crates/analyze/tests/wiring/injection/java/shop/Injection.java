package shop;

import jakarta.annotation.Resource;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Primary;
import org.springframework.context.annotation.Profile;
import org.springframework.stereotype.Component;
import org.springframework.stereotype.Service;

/** Which beans fields hold: what is called on them is said behind the call. */
class Injection {
    /** Four prices: `Full` is taken if nothing is said, `Half` is declared in a file, `Own` is made by code alone. */
    interface Price {
        void at(long time);
    }

    @Service
    @Primary
    static class Full implements Price {
        public void at(long time) {}
    }

    static class Half implements Price {
        public void at(long time) {
            if (time > 5) {
                System.out.println("late");
            }
        }
    }

    static class Own implements Price {
        public void at(long time) {
            if (time > 6) {
                System.out.println("late");
            }
        }
    }

    @Component
    static class ByField {
        @Autowired
        private Price price;

        void ask() {
            price.at(System.currentTimeMillis()); // at -> Full.at
        }
    }

    @Component
    static class ByName {
        @Autowired
        @Qualifier("half")
        private Price price;

        @Resource(name = "half")
        private Price resource;

        void ask() {
            price.at(System.currentTimeMillis()); // at -> Half.at
            resource.at(0); // at -> Half.at
        }
    }

    @Component
    static class ByConstructor {
        private final Price price;
        private final Price half;

        ByConstructor(Price price, @Qualifier("half") Price half) {
            this.price = price;
            this.half = half;
        }

        void ask() {
            price.at(System.currentTimeMillis()); // at -> Full.at
            half.at(0); // at -> Half.at
        }
    }

    @Component
    static class BySetter {
        private Price price;

        @Autowired
        void setPrice(Price price) {
            this.price = price;
        }

        void ask() {
            price.at(System.currentTimeMillis()); // at -> Full.at
        }
    }

    static class ByFile {
        private Price price;

        public void setPrice(Price price) {
            this.price = price;
        }

        void ask() {
            price.at(System.currentTimeMillis()); // at -> Half.at
        }
    }

    /** Somebody else writes it too. */
    @Component
    static class Replaced {
        @Autowired
        private Price price;

        void replace() {
            price = new Own();
        }

        void ask() {
            price.at(System.currentTimeMillis()); // at -> Full.at, Half.at, Own.at
        }
    }

    /** Code makes one of these too. */
    @Component
    static class MadeByCode {
        private final Price price;

        MadeByCode(Price price) {
            this.price = price;
        }

        static MadeByCode make() {
            return new MadeByCode(new Own());
        }

        void ask() {
            price.at(System.currentTimeMillis()); // at -> Full.at, Half.at, Own.at
        }
    }

    /** Nobody has a bean of this name. */
    @Component
    static class ByUnknownName {
        @Autowired
        @Qualifier("none")
        private Price price;

        void ask() {
            price.at(System.currentTimeMillis()); // at -> Full.at, Half.at, Own.at
        }
    }

    interface Tax {
        void at(long time);
    }

    /** Not there in every deployment, whatever it says of itself. */
    @Service
    @Primary
    @Profile("test")
    static class NoTax implements Tax {
        public void at(long time) {}
    }

    @Service
    static class SomeTax implements Tax {
        public void at(long time) {}
    }

    @Component
    static class Unsure {
        @Autowired
        private Tax tax;

        void ask() {
            tax.at(0); // at -> NoTax.at, SomeTax.at
        }
    }

    interface Rate {
        void at(long time);
    }

    @Service
    static class Slow implements Rate {
        public void at(long time) {}
    }

    static class Fast implements Rate {
        public void at(long time) {}
    }

    /** What a method gives that does not make it may be anything. */
    @Configuration
    static class Config {
        @Bean
        Rate rate() {
            return chosen();
        }

        private static Rate chosen() {
            return new Fast();
        }
    }

    @Component
    static class UnknownBean {
        @Autowired
        private Rate slow;

        void ask() {
            slow.at(0); // at -> Fast.at, Slow.at
        }
    }

    @Component
    static class Main {
        static final Price OWN = new Own();

        public static void main(String[] args) {
            new ByField().ask();
            new ByName().ask();
            new BySetter().ask();
            new ByFile().ask();
            new Replaced().ask();
            new Replaced().replace();
            MadeByCode.make().ask();
            new ByUnknownName().ask();
        }

        void asked(ByConstructor by) {
            by.ask();
        }
    }
}
