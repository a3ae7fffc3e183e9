package java.lang;

import java.io.IOException;
import java.io.OutputStream;

/** Takes what is written and writes it nowhere; when it is closed, the recording is asked whether that was expected. */
final class RetakeOutput extends OutputStream implements RetakeStandIn {
    private final RetakeDouble handle;
    private final RetakeStream stream;

    RetakeOutput(RetakeDouble handle, RetakeTrace trace) {
        this.handle = handle;
        this.stream = new RetakeStream(RetakeStream.OUTPUT, handle.id, null, trace);
        RetakeStreams.count(1);
        trace.follow(stream);
    }

    @Override
    public RetakeDouble standIn() {
        return handle;
    }

    @Override
    public void write(int one) {
        write(new byte[] {(byte) one}, 0, 1);
    }

    @Override
    public void write(byte[] from, int start, int count) {
        stream.bytes(from, start, count);
    }

    @Override
    public void close() throws IOException {
        try {
            byte[] written = stream.written();
            if (written != null) {
                RetakePoints.askDouble(handle, OutputStream.class.getMethod("write", byte[].class), new Object[] {written});
            }
        } catch (Throwable e) {
            RetakeShape.UNSAFE.throwException(e);
        }
    }
}
