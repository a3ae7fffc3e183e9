package shop;

/** A bean that a file declares and another class uses. */
interface BeanClass {
    String getInfo();
}

class BeanClassImpl implements BeanClass {
    private String info;

    public String getInfo() {
        return info;
    }

    public void setInfo(String info) {
        this.info = info;
    }
}

class AppClass {
    private BeanClass bean;

    public void setBean(BeanClass bean) {
        this.bean = bean;
    }

    String use() {
        return bean.getInfo();
    }
}
