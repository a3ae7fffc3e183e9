package other;

import com.alipay.sofa.runtime.api.annotation.SofaService;
import org.springframework.stereotype.Component;

public class Apis {
    public interface PriceApi {
        int price();
    }

    public interface FarApi {
        int far();
    }

    public interface RestApi {
        int rest();
    }

    public interface NoOneApi {
        int none();
    }

    @Component
    @SofaService(interfaceType = PriceApi.class)
    static class Prices implements PriceApi {
        @Override
        public int price() {
            return 6;
        }
    }
}
