package shop;

import io.grpc.BindableService;
import io.grpc.ServerServiceDefinition;
import io.grpc.stub.StreamObserver;
import jakarta.jws.WebService;
import java.rmi.Remote;
import java.rmi.RemoteException;
import org.apache.dubbo.config.ServiceConfig;
import org.apache.dubbo.config.annotation.DubboReference;
import org.apache.dubbo.config.annotation.DubboService;
import org.apache.dubbo.config.bootstrap.builders.ServiceBuilder;

interface BillApi {
    int bill(String of);
}

interface CourierApi {
    int send();
}

interface BankApi {
    int pay();
}

@DubboService
class Bills implements BillApi {
    @DubboReference
    private CourierApi courier;

    private BankApi bank;

    public void setBank(BankApi bank) {
        this.bank = bank;
    }

    @Override
    public int bill(String of) {
        return courier.send() + bank.pay();
    }

    public int other() {
        return 1;
    }
}

class Packing {
    public int pack() {
        return 2;
    }

    public void nightly() {}
}

interface PackApi {
    int pack();
}

/** As the compiler of protocol buffers writes it, in short. */
final class GreeterGrpc {
    interface AsyncService {
        default void greet(String request, StreamObserver<String> answer) {}
    }

    abstract static class GreeterImplBase implements BindableService, AsyncService {
        @Override
        public final ServerServiceDefinition bindService() {
            return null;
        }
    }
}

class Greeter extends GreeterGrpc.GreeterImplBase implements Runnable {
    @Override
    public void greet(String request, StreamObserver<String> answer) {
        answer.onNext(request);
    }

    @Override
    public void run() {}
}

interface Distant extends Remote {
    int far() throws RemoteException;
}

class Near implements Distant {
    @Override
    public int far() {
        return 3;
    }

    public int helper() {
        return 4;
    }
}

/** As the compiler of Thrift writes it, in short. */
class Calculator {
    public interface Iface {
        int add(int a, int b);
    }

    public static class Client extends org.apache.thrift.TServiceClient implements Iface {
        public Client(org.apache.thrift.protocol.TProtocol protocol) {
            super(protocol);
        }

        @Override
        public int add(int a, int b) {
            return 0;
        }
    }

    public static class Processor<I extends Iface> extends org.apache.thrift.TBaseProcessor<I> {
        public Processor(I iface) {
            super(iface, new java.util.HashMap<>());
        }
    }
}

class Adding implements Calculator.Iface {
    Calculator.Client other;

    @Override
    public int add(int a, int b) {
        return other.add(a, b);
    }
}

@WebService
class Weather {
    public int degrees() {
        return 5;
    }
}

interface ScaleApi {
    double weigh(String what);
}

class Scale implements ScaleApi {
    @Override
    public double weigh(String what) {
        return what.length();
    }

    public void tare() {}
}

class Clerk implements PackApi {
    @Override
    public int pack() {
        return 3;
    }
}

/** What a program exports itself. */
class Exporting {
    static void start() {
        ServiceConfig<ScaleApi> scale = new ServiceConfig<>();
        scale.setInterface(ScaleApi.class);
        scale.setRef(new Scale());
        scale.export();
        ServiceBuilder.<PackApi>newBuilder().interfaceClass(PackApi.class).ref(new Clerk()).build().export();
    }
}
