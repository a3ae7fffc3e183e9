package shop;

import java.util.List;

class Fresh {}

class Old {}

class Base {
    private String region;

    public void setRegion(String region) {
        this.region = region;
    }

    void open() {}

    void close() {}
}

class Child extends Base {
    private int size;

    public void setSize(int size) {
        this.size = size;
    }
}

class Inner {}

class InnerOfFresh {}

class Listed {}

class Maker {
    static Made make() {
        return new MadeWell();
    }

    Made give() {
        return new MadeBadly();
    }
}

interface Made {}

class MadeWell implements Made {}

class MadeBadly implements Made {}

class MadeNever implements Made {}

class Holder {
    private List<Object> parts;
    private int maxSize;
    private Object other;

    public void setParts(List<Object> parts) {
        this.parts = parts;
    }

    public void setMaxSize(int maxSize) {
        this.maxSize = maxSize;
    }

    public void setOther(Object other) {
        this.other = other;
    }
}

class FromSetting {}
