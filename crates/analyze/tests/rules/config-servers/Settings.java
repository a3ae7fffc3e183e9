package sample;

import com.alibaba.nacos.api.config.ConfigService;
import com.alibaba.nacos.api.exception.NacosException;
import com.alibaba.nacos.api.naming.NamingService;
import com.ctrip.framework.apollo.Config;

class Settings {
    private static Config config;

    static void use(Config given) {
        config = given;
    }

    int limit() {
        return config.getIntProperty("limit", 10);
    }

    void looked() {
        config.getProperty("limit", "10");
    }

    String nacos(ConfigService service) throws NacosException {
        return service.getConfig("id", "group", 100);
    }

    String host(NamingService naming) throws NacosException {
        return naming.selectOneHealthyInstance("service").getIp();
    }
}
