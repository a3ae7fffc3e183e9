package greetings;

import com.google.protobuf.StringValue;
import io.grpc.BindableService;
import io.grpc.CallOptions;
import io.grpc.Channel;
import io.grpc.ClientCall;
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
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;

/** Greets whoever asks, once or several times, and says when; then ends. */
public final class Greetings {
    static final MethodDescriptor<StringValue, StringValue> GREET = method("Greet", MethodDescriptor.MethodType.UNARY);
    static final MethodDescriptor<StringValue, StringValue> REPEAT =
            method("Repeat", MethodDescriptor.MethodType.SERVER_STREAMING);
    static final MethodDescriptor<StringValue, StringValue> GATHER =
            method("Gather", MethodDescriptor.MethodType.CLIENT_STREAMING);
    static final MethodDescriptor<StringValue, StringValue> TALK = method("Talk", MethodDescriptor.MethodType.BIDI_STREAMING);

    private static final CountDownLatch left = new CountDownLatch(1);

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

        public StreamObserver<StringValue> gather(StreamObserver<StringValue> observer) {
            return ServerCalls.asyncUnimplementedStreamingCall(GATHER, observer);
        }

        public StreamObserver<StringValue> talk(StreamObserver<StringValue> observer) {
            return ServerCalls.asyncUnimplementedStreamingCall(TALK, observer);
        }

        @Override
        public final ServerServiceDefinition bindService() {
            return ServerServiceDefinition.builder("greetings.Greeter")
                    .addMethod(GREET, ServerCalls.asyncUnaryCall(this::greet))
                    .addMethod(REPEAT, ServerCalls.asyncServerStreamingCall(this::repeat))
                    .addMethod(GATHER, ServerCalls.asyncClientStreamingCall(this::gather))
                    .addMethod(TALK, ServerCalls.asyncBidiStreamingCall(this::talk))
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

        @Override
        public StreamObserver<StringValue> gather(StreamObserver<StringValue> observer) {
            StringBuilder all = new StringBuilder("gathered");
            return new StreamObserver<StringValue>() {
                @Override
                public void onNext(StringValue name) {
                    all.append(' ').append(name.getValue());
                }

                @Override
                public void onError(Throwable cause) {}

                @Override
                public void onCompleted() {
                    observer.onNext(said(all.toString()));
                    observer.onCompleted();
                }
            };
        }

        @Override
        public StreamObserver<StringValue> talk(StreamObserver<StringValue> observer) {
            return new StreamObserver<StringValue>() {
                @Override
                public void onNext(StringValue name) {
                    observer.onNext(said(name.getValue()));
                }

                @Override
                public void onError(Throwable cause) {
                    System.out.println("left: " + Status.fromThrowable(cause).getCode());
                    left.countDown();
                }

                @Override
                public void onCompleted() {
                    observer.onCompleted();
                }
            };
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
        if (arguments.length > 0) {
            // Somebody else calls.
            server.awaitTermination();
        }
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
        for (int i = 0; i < 10; i++) {
            String name = "d" + i;
            callers.execute(() -> stream(channel, GATHER, name));
            callers.execute(() -> stream(channel, TALK, name.replace('d', 'e')));
        }
        callers.shutdown();
        callers.awaitTermination(60, TimeUnit.SECONDS);
        leave(channel);
        channel.shutdown().awaitTermination(30, TimeUnit.SECONDS);
        server.shutdown().awaitTermination(30, TimeUnit.SECONDS);
    }

    /** Says three names, one after the other, and prints what comes back. */
    private static void stream(Channel channel, MethodDescriptor<StringValue, StringValue> method, String name) {
        CountDownLatch done = new CountDownLatch(1);
        StreamObserver<StringValue> answers = new StreamObserver<StringValue>() {
            @Override
            public void onNext(StringValue answer) {
                System.out.println(answer.getValue());
            }

            @Override
            public void onError(Throwable cause) {
                System.out.println("refused: " + cause);
                done.countDown();
            }

            @Override
            public void onCompleted() {
                done.countDown();
            }
        };
        ClientCall<StringValue, StringValue> call = channel.newCall(method, CallOptions.DEFAULT);
        StreamObserver<StringValue> names = method == GATHER
                ? ClientCalls.asyncClientStreamingCall(call, answers)
                : ClientCalls.asyncBidiStreamingCall(call, answers);
        for (int i = 0; i < 3; i++) {
            names.onNext(StringValue.of(name + i));
        }
        names.onCompleted();
        try {
            done.await(60, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Says one name, and leaves as soon as it was answered. */
    private static void leave(Channel channel) throws InterruptedException {
        CountDownLatch answered = new CountDownLatch(1);
        ClientCall<StringValue, StringValue> call = channel.newCall(TALK, CallOptions.DEFAULT);
        StreamObserver<StringValue> names = ClientCalls.asyncBidiStreamingCall(call, new StreamObserver<StringValue>() {
            @Override
            public void onNext(StringValue answer) {
                System.out.println(answer.getValue());
                answered.countDown();
            }

            @Override
            public void onError(Throwable cause) {}

            @Override
            public void onCompleted() {}
        });
        names.onNext(StringValue.of("f"));
        answered.await(60, TimeUnit.SECONDS);
        call.cancel("enough", null);
        left.await(60, TimeUnit.SECONDS);
    }

    private static String greet(Channel channel, String name) {
        return ClientCalls.blockingUnaryCall(channel, GREET, CallOptions.DEFAULT, StringValue.of(name))
                .getValue();
    }
}
