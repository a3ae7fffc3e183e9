package shop;

/** Figure 8 of the paper: beans that a file declares. The paper's field, in four fates. */
interface BeanClass {
    String getInfo();
}

/** Example 3.5: nobody calls the setter. */
class NeverSet implements BeanClass {
    private String info;

    public String getInfo() {
        return info;
    }

    public void setInfo(String info) {
        this.info = info;
    }
}

/** The container calls the setter before anybody asks. */
class SetAtStart implements BeanClass {
    private String info;

    public String getInfo() {
        return info;
    }

    public void setInfo(String info) {
        this.info = info;
    }
}

/** A request calls the setter, and the next one sees it. */
class SetByRequests implements BeanClass {
    private String info;

    public String getInfo() {
        return info;
    }

    public void setInfo(String info) {
        this.info = info;
    }
}

/** Every request has its own object. */
class SetInItsOwn implements BeanClass {
    private String info;

    public String getInfo() {
        return info;
    }

    public void setInfo(String info) {
        this.info = info;
    }
}

class AppClass {
    private SetByRequests shared;
    private SetInItsOwn own;

    public void setShared(SetByRequests shared) {
        this.shared = shared;
    }

    public void setOwn(SetInItsOwn own) {
        this.own = own;
    }

    public static void main(String[] args) {
        new AppClass().serve(args[0]);
    }

    void serve(String said) {
        shared.setInfo(said);
        own.setInfo(said);
    }
}
