package shop;

import com.alipay.sofa.rpc.config.ProviderConfig;
import com.alipay.sofa.rpc.config.ServerConfig;

interface Desk {
    int take(String what);
}

interface Books {
    int count();
}

interface Till {
    int pay(int amount);
}

/** Not all of it is exported. */
class Counter implements Desk, Books {
    @Override
    public int take(String what) {
        return 1;
    }

    @Override
    public int count() {
        return 2;
    }
}

class DayTill implements Till {
    @Override
    public int pay(int amount) {
        return amount;
    }
}

class NightTill implements Till {
    @Override
    public int pay(int amount) {
        return -amount;
    }
}

/** Exports in code what no annotation and no file tells. */
class Exports {
    private final Till till;

    Exports(Till till) {
        this.till = till;
    }

    /** The object is made on the way, and the interface is said. */
    static void desk(ServerConfig server) {
        Counter counter = new Counter();
        new ProviderConfig<Desk>().setInterfaceId(Desk.class.getName()).setRef(counter).setServer(server).export();
    }

    /** Whoever made the object, it is one of those that there are. */
    void till() {
        ProviderConfig<Till> config = new ProviderConfig<>();
        config.setInterfaceId("shop.Till");
        config.setRef(till);
        config.export();
    }

    /** Nobody sees what this is. */
    static <T> void any(Class<T> type, T object) {
        new ProviderConfig<T>().setInterfaceId(type.getName()).setRef(object).export();
    }
}
