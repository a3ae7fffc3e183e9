package java.lang;

import java.nio.file.DirectoryStream;
import java.util.Iterator;

/** Gives the files of a directory that were recorded. */
final class RetakeDirectory implements DirectoryStream<Object>, RetakeStandIn {
    private RetakeIterator files;
    private final RetakeDouble handle;

    RetakeDirectory(RetakeIterator files) {
        this.files = files;
        this.handle = files.standIn();
    }

    @Override
    public RetakeDouble standIn() {
        return handle;
    }

    @Override
    public synchronized Iterator<Object> iterator() {
        if (files == null) {
            throw new IllegalStateException("Iterator already obtained");
        }
        Iterator<Object> once = files;
        files = null;
        return once;
    }

    @Override
    public void close() {}
}
