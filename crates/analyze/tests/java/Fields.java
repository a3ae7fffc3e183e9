package fields;

import java.util.ArrayList;
import java.util.List;

class Order {
    long createdAt;
    String name;
    private long unread;
    private final List<Long> times = new ArrayList<>();

    void setUnread(long unread) {
        this.unread = unread;
    }

    List<Long> times() {
        return times;
    }
}

record Stamp(long at, String by) {}

class Fields {
    // Written here, read there.
    void create(Order order) {
        order.createdAt = System.currentTimeMillis();
    }

    boolean isNew(Order order) {
        return order.createdAt > 1000;
    }

    // Another field of the same object is another field.
    boolean isNamed(Order order) {
        return order.name != null;
    }

    // Nobody reads it.
    void ignored(Order order) {
        order.setUnread(System.nanoTime());
    }

    // Through a getter into what is in the field.
    void append(Order order) {
        order.times().add(System.currentTimeMillis());
    }

    Stamp stamp() {
        return new Stamp(System.currentTimeMillis(), "me");
    }
}
