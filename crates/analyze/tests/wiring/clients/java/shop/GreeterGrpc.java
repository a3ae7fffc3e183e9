package shop;

import io.grpc.CallOptions;
import io.grpc.Channel;
import io.grpc.MethodDescriptor;
import io.grpc.stub.AbstractBlockingStub;
import io.grpc.stub.ClientCalls;

/** As the compiler of protocol buffers writes it, in short. */
final class GreeterGrpc {
    static MethodDescriptor<String, String> method;

    static final class GreeterBlockingStub extends AbstractBlockingStub<GreeterBlockingStub> {
        private GreeterBlockingStub(Channel channel, CallOptions options) {
            super(channel, options);
        }

        @Override
        protected GreeterBlockingStub build(Channel channel, CallOptions options) {
            return new GreeterBlockingStub(channel, options);
        }

        public String greet(String request) {
            return ClientCalls.blockingUnaryCall(getChannel(), method, getCallOptions(), request);
        }
    }
}
