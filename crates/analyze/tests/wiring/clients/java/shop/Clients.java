package shop;

import feign.RequestLine;
import java.rmi.Remote;
import java.rmi.RemoteException;
import okhttp3.ResponseBody;
import org.springframework.cloud.openfeign.FeignClient;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.service.annotation.GetExchange;
import retrofit2.Call;
import retrofit2.http.GET;

interface StockApi {
    @GetMapping("/left")
    int left();
}

/** The client of the interface that the service itself serves. */
@FeignClient("stock")
interface StockClient extends StockApi {}

@RestController
class StockController implements StockApi {
    @Override
    public int left() {
        return 1;
    }
}

interface PlainFeign {
    @RequestLine("GET /x")
    String x();
}

interface Exchange {
    @GetExchange("/y")
    String y();
}

interface Later {
    @GET("z")
    Call<ResponseBody> later();

    @GET("now")
    ResponseBody now();
}

interface Distant extends Remote {
    int far() throws RemoteException;
}

class Asking {
    StockClient stock;
    StockApi own;
    PlainFeign plain;
    Exchange exchange;
    Later later;
    Distant distant;
    GreeterGrpc.GreeterBlockingStub greeter;

    int feign() {
        return stock.left();
    }

    /** May be the controller or the client. */
    int either() {
        return own.left();
    }

    String plainFeign() {
        return plain.x();
    }

    String exchange() {
        return exchange.y();
    }

    Object later() {
        return later.later();
    }

    Object now() {
        return later.now();
    }

    int rmi() throws RemoteException {
        return distant.far();
    }

    String grpc(String name) {
        return greeter.withDeadlineAfter(1, java.util.concurrent.TimeUnit.SECONDS).greet(name);
    }
}
