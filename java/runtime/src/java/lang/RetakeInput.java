package java.lang;

import java.io.IOException;
import java.io.InputStream;

/** Gives the bytes that were recorded, however they are asked for. */
final class RetakeInput extends InputStream implements RetakeStandIn {
    private final RetakeDouble handle;
    private final RetakePassed passed;
    private int position;
    private int mark;
    private boolean closed;

    RetakeInput(RetakeDouble handle, RetakePassed passed) {
        this.handle = handle;
        this.passed = passed;
    }

    @Override
    public RetakeDouble standIn() {
        return handle;
    }

    @Override
    public int read() throws IOException {
        byte[] one = new byte[1];
        return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
    }

    @Override
    public synchronized int read(byte[] to, int start, int count) throws IOException {
        if (start < 0 || count < 0 || count > to.length - start) {
            throw new IndexOutOfBoundsException();
        }
        if (count == 0) {
            return 0;
        }
        if (closed && passed.failedClosed != null) {
            RetakeShape.UNSAFE.throwException(passed.failedClosed);
        }
        int left = passed.bytes.length - position;
        if (left == 0) {
            if (passed.failed != null) {
                RetakeShape.UNSAFE.throwException(passed.failed);
            }
            if (passed.ended) {
                return -1;
            }
            throw new IOException("retake: while this was recorded, nobody read further");
        }
        int given = Math.min(count, left);
        for (int i = 0; i < passed.skipped.length; i += 2) {
            if (position < passed.skipped[i] + passed.skipped[i + 1] && position + given > passed.skipped[i]) {
                throw new IOException("retake: while this was recorded, these bytes were skipped");
            }
        }
        System.arraycopy(passed.bytes, position, to, start, given);
        position += given;
        return given;
    }

    /** The method with this name and descriptor, on behalf of an object that the application made; null if it is its own. */
    Object call(String method, Object[] args) throws IOException {
        switch (method) {
            case "read()I":
                return read();
            case "read([B)I":
                return read((byte[]) args[0], 0, ((byte[]) args[0]).length);
            case "read([BII)I":
                return read((byte[]) args[0], (Integer) args[1], (Integer) args[2]);
            case "readNBytes([BII)I":
                return fill((byte[]) args[0], (Integer) args[1], (Integer) args[2]);
            case "readNBytes(I)[B":
                return some((Integer) args[0]);
            case "readAllBytes()[B":
                return some(Integer.MAX_VALUE);
            case "skip(J)J":
                return skip((Long) args[0]);
            case "available()I":
                return available();
            case "transferTo(Ljava/io/OutputStream;)J":
                byte[] all = some(Integer.MAX_VALUE);
                ((java.io.OutputStream) args[0]).write(all);
                return (long) all.length;
            default:
                return null;
        }
    }

    private int fill(byte[] to, int start, int count) throws IOException {
        int sum = 0;
        while (sum < count) {
            int more = read(to, start + sum, count - sum);
            if (more < 0) {
                break;
            }
            sum += more;
        }
        return sum;
    }

    private byte[] some(int most) throws IOException {
        byte[] found = new byte[Math.min(most, available())];
        int count = fill(found, 0, found.length);
        if (count < most) {
            // Whether that was all is known at the end.
            fill(new byte[1], 0, 1);
        }
        return found;
    }

    @Override
    public synchronized long skip(long count) {
        int skipped = (int) Math.max(0, Math.min(count, passed.bytes.length - position));
        position += skipped;
        return skipped;
    }

    @Override
    public synchronized int available() {
        return passed.bytes.length - position;
    }

    @Override
    public synchronized void close() {
        closed = true;
    }

    @Override
    public boolean markSupported() {
        return passed.marks;
    }

    @Override
    public synchronized void mark(int limit) {
        mark = position;
    }

    @Override
    public synchronized void reset() {
        position = mark;
    }
}
