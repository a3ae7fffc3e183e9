package shop;

import com.alibaba.nacos.api.config.annotation.NacosValue;
import com.alipay.drm.client.api.annotation.AfterUpdate;
import com.alipay.drm.client.api.annotation.DAttribute;
import com.alipay.drm.client.api.annotation.DResource;
import com.ctrip.framework.apollo.Config;
import com.ctrip.framework.apollo.model.ConfigChangeEvent;
import com.ctrip.framework.apollo.spring.annotation.ApolloConfig;
import com.ctrip.framework.apollo.spring.annotation.ApolloConfigChangeListener;
import com.ctrip.framework.apollo.spring.annotation.ApolloJsonValue;
import java.util.List;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.cloud.context.config.annotation.RefreshScope;
import org.springframework.stereotype.Component;

/** DRM pushes through setters, while requests are served. */
@DResource
class Switches {
    @DAttribute
    private boolean open;

    private String other;

    public void setOpen(boolean open) {
        this.open = open;
    }

    public void setOther(String other) {
        this.other = other;
    }

    @AfterUpdate
    public void changed() {}
}

@Component
class Apollo {
    /** With Apollo, values are written again when they change. */
    @Value("${rate}")
    private int rate;

    @ApolloJsonValue("${names}")
    private List<String> names;

    @ApolloConfig
    private Config config;

    @ApolloConfigChangeListener
    void changed(ConfigChangeEvent event) {}
}

@Component
class Nacos {
    @NacosValue(value = "${fixed}")
    private int fixed;

    @NacosValue(value = "${moving}", autoRefreshed = true)
    private int moving;
}

/** The object is made again when settings change, and its own are written again; what else it holds stays. */
@Component
@RefreshScope
class Refreshed {
    @Autowired
    private Nacos nacos;

    @NacosValue(value = "${again}")
    private int again;
}

/** Spring Cloud binds again when the environment changes. */
@Component
@ConfigurationProperties("shop")
class Bound {
    private int limit;

    public void setLimit(int limit) {
        this.limit = limit;
    }
}
