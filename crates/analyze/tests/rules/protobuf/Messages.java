package sample;

import com.google.protobuf.ByteString;
import com.google.protobuf.InvalidProtocolBufferException;
import com.google.protobuf.Parser;
import com.google.protobuf.StringValue;
import com.google.protobuf.Timestamp;

class Messages {
    private static final StringValue EMPTY = StringValue.getDefaultInstance();
    private static final Parser<StringValue> PARSER = StringValue.parser();
    private static Timestamp latest = Timestamp.getDefaultInstance();

    public static void main(String[] args) {
        set(Timestamp.newBuilder().setSeconds(args.length).build());
    }

    static void set(Timestamp timestamp) {
        latest = timestamp;
    }

    // A message cannot change once it is built: the field is data.
    static long latest() {
        return latest.getSeconds();
    }

    static StringValue empty() {
        return EMPTY;
    }

    static StringValue parsed(ByteString bytes) throws InvalidProtocolBufferException {
        return PARSER.parseFrom(bytes);
    }

    static Timestamp stamped() {
        return Timestamp.newBuilder().setSeconds(System.currentTimeMillis() / 1000).build();
    }
}
