package java.lang;

/** Gives the elements that were recorded. */
final class RetakeIterator implements java.util.Iterator<Object>, RetakeStandIn {
    private final RetakeDouble handle;
    private final RetakePassed passed;
    private int position;

    RetakeIterator(RetakeDouble handle, RetakePassed passed) {
        this.handle = handle;
        this.passed = passed;
    }

    @Override
    public RetakeDouble standIn() {
        return handle;
    }

    @Override
    public boolean hasNext() {
        if (position < passed.items.length) {
            return true;
        }
        if (passed.failed != null) {
            RetakeShape.UNSAFE.throwException(passed.failed);
        }
        if (passed.ended) {
            return false;
        }
        throw new IllegalStateException("retake: while this was recorded, nobody asked for more");
    }

    @Override
    public Object next() {
        if (!hasNext()) {
            throw new java.util.NoSuchElementException();
        }
        return passed.items[position++];
    }

    @Override
    public void remove() {}
}
