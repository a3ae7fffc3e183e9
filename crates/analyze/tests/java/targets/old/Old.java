package old;

/** Before nestmates, private methods were called with `invokespecial` and through accessors. */
class Old {
    private String secret() {
        return "old";
    }

    String tell() {
        return secret(); // secret -> Old.secret
    }

    class Inner {
        String tell() {
            return secret(); // access$000 -> Old.access$000
        }
    }

    static class Sub extends Old {
        private String secret() {
            return "sub";
        }
    }

    String texts() {
        return new Sub().tell() + "x"; // tell -> Old.tell | append -> nothing
    }
}
