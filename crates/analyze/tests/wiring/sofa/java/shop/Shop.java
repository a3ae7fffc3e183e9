package shop;

import com.alipay.sofa.runtime.api.annotation.SofaReference;
import com.alipay.sofa.runtime.api.annotation.SofaReferenceBinding;
import com.alipay.sofa.runtime.api.annotation.SofaService;
import org.springframework.stereotype.Component;
import other.Apis;
import other.StockApi;

class Orders {
    private StockApi stock;
    private Apis.FarApi far;

    public void setStock(StockApi stock) {
        this.stock = stock;
    }

    public void setFar(Apis.FarApi far) {
        this.far = far;
    }

    /** A neighbour: the point is in the neighbour's class. */
    int near(String article) {
        return stock.left(article) + (int) stock.count("x");
    }

    /** Over the network: the point is here. */
    int far() {
        return far.far();
    }
}

@Component
class Annotated {
    @SofaReference
    private Apis.PriceApi price;

    @SofaReference(binding = @SofaReferenceBinding(bindingType = "rest"))
    private Apis.RestApi rest;

    @SofaReference(uniqueId = "missing")
    private Apis.NoOneApi none;

    @SofaReference
    private OwnApi own;

    int price() {
        return price.price();
    }

    int rest() {
        return rest.rest();
    }

    int none() {
        return none.none();
    }

    int own() {
        return own.own();
    }
}

interface OwnApi {
    int own();
}

/** What the service offers is an entry; used by itself, it is its own code. */
@Component
@SofaService
class Own implements OwnApi {
    @Override
    public int own() {
        return 7;
    }

    public int helper() {
        return 8;
    }
}

interface Offered {
    int offered(String to);
}

class OfferedImpl implements Offered {
    @Override
    public int offered(String to) {
        return 9;
    }
}
