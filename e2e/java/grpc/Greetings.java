package greetings;

import com.google.protobuf.StringValue;
import io.grpc.BindableService;
import io.grpc.CallOptions;
import io.grpc.Channel;
import io.grpc.ManagedChannel;
import io.grpc.MethodDescriptor;
import io.grpc.Server;
import io.grpc.ServerServiceDefinition;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import io.grpc.netty.shaded.io.grpc.netty.NettyChannelBuilder;
import io.grpc.netty.shaded.io.grpc.netty.NettyServerBuilder;
import io.grpc.protobuf.ProtoUtils;
import io.grpc.stub.ClientCalls;
import io.grpc.stub.ServerCallStreamObserver;
import io.grpc.stub.ServerCalls;
import io.grpc.stub.StreamObserver;
import java.net.InetSocketAddress;
import java.util.Iterator;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;

/** Greets whoever asks, once or several times, and says when; then ends. */
public final class Greetings {
    static final MethodDescriptor<StringValue, StringValue> GREET = method("Greet", MethodDescriptor.MethodType.UNARY);
    static final MethodDescriptor<StringValue, StringValue> REPEAT =
            method("Repeat", MethodDescriptor.MethodType.SERVER_STREAMING);

    private static MethodDescriptor<StringValue, StringValue> method(String name, MethodDescriptor.MethodType type) {
        return MethodDescriptor.<StringValue, StringValue>newBuilder()
                .setType(type)
                .setFullMethodName(MethodDescriptor.generateFullMethodName("greetings.Greeter", name))
                .setRequestMarshaller(ProtoUtils.marshaller(StringValue.getDefaultInstance()))
                .setResponseMarshaller(ProtoUtils.marshaller(StringValue.getDefaultInstance()))
                .build();
    }

    /** What the compiler of Protocol Buffers makes of a service. */
    public abstract static class GreeterImplBase implements BindableService {
        public void greet(StringValue request, StreamObserver<StringValue> observer) {
            ServerCalls.asyncUnimplementedUnaryCall(GREET, observer);
        }

        public void repeat(StringValue request, StreamObserver<StringValue> observer) {
            ServerCalls.asyncUnimplementedUnaryCall(REPEAT, observer);
        }

        @Override
        public final ServerServiceDefinition bindService() {
            return ServerServiceDefinition.builder("greetings.Greeter")
                    .addMethod(GREET, ServerCalls.asyncUnaryCall(this::greet))
                    .addMethod(REPEAT, ServerCalls.asyncServerStreamingCall(this::repeat))
                    .build();
        }
    }

    /** The service itself. */
    static final class Greeter extends GreeterImplBase {
        @Override
        public void greet(StringValue request, StreamObserver<StringValue> observer) {
            if (request.getValue().isEmpty()) {
                observer.onError(Status.INVALID_ARGUMENT.withDescription("nobody to greet").asRuntimeException());
                return;
            }
            observer.onNext(said(request.getValue()));
            observer.onCompleted();
        }

        @Override
        public void repeat(StringValue request, StreamObserver<StringValue> observer) {
            boolean wanted = !((ServerCallStreamObserver<StringValue>) observer).isCancelled();
            for (int i = 0; wanted && i < 3; i++) {
                observer.onNext(said(request.getValue() + i));
            }
            observer.onCompleted();
        }

        private static StringValue said(String name) {
            return StringValue.of(name + " at " + System.currentTimeMillis());
        }
    }

    public static void main(String[] arguments) throws Exception {
        Server server = NettyServerBuilder.forAddress(new InetSocketAddress("127.0.0.1", 0))
                .addService(new Greeter())
                .build()
                .start();
        ManagedChannel channel =
                NettyChannelBuilder.forAddress("127.0.0.1", server.getPort()).usePlaintext().build();
        for (int i = 0; i < 3; i++) {
            System.out.println(greet(channel, "a" + i));
        }
        try {
            greet(channel, "");
        } catch (StatusRuntimeException e) {
            System.out.println("refused: " + e.getStatus().getDescription());
        }
        Iterator<StringValue> several = ClientCalls.blockingServerStreamingCall(
                channel, REPEAT, CallOptions.DEFAULT, StringValue.of("b"));
        while (several.hasNext()) {
            System.out.println(several.next().getValue());
        }
        ExecutorService callers = Executors.newFixedThreadPool(8);
        for (int i = 0; i < 40; i++) {
            String name = "c" + i;
            callers.execute(() -> System.out.println(greet(channel, name)));
        }
        callers.shutdown();
        callers.awaitTermination(60, TimeUnit.SECONDS);
        channel.shutdown().awaitTermination(30, TimeUnit.SECONDS);
        server.shutdown().awaitTermination(30, TimeUnit.SECONDS);
    }

    private static String greet(Channel channel, String name) {
        return ClientCalls.blockingUnaryCall(channel, GREET, CallOptions.DEFAULT, StringValue.of(name))
                .getValue();
    }
}
