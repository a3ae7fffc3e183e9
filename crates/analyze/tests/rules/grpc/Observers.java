package sample;

import io.grpc.stub.CallStreamObserver;
import io.grpc.stub.StreamObserver;

class Observers {
    void stamp(StreamObserver<Long> observer) {
        observer.onNext(System.currentTimeMillis());
        observer.onCompleted();
    }

    boolean ready(CallStreamObserver<Long> observer) {
        return observer.isReady();
    }
}
