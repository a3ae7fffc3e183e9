package shop;

import jakarta.annotation.ManagedBean;
import jakarta.annotation.PostConstruct;
import jakarta.annotation.Resource;
import jakarta.ejb.EJB;
import jakarta.ejb.Schedule;
import jakarta.ejb.Singleton;
import jakarta.ejb.Stateful;
import jakarta.ejb.Stateless;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.context.Dependent;
import jakarta.enterprise.context.RequestScoped;
import jakarta.enterprise.context.SessionScoped;
import jakarta.enterprise.event.Observes;
import jakarta.enterprise.inject.Produces;
import jakarta.inject.Inject;
import jakarta.inject.Named;
import jakarta.persistence.EntityManager;
import jakarta.persistence.PersistenceContext;
import jakarta.servlet.Filter;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletConfig;
import jakarta.servlet.ServletContextEvent;
import jakarta.servlet.ServletContextListener;
import jakarta.servlet.ServletRequest;
import jakarta.servlet.ServletResponse;
import jakarta.servlet.annotation.WebFilter;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.Serializable;

interface Rates {}

@ApplicationScoped
@Named("slow")
class SlowRates implements Rates {}

@ApplicationScoped
class FastRates implements Rates {}

@RequestScoped
class PerRequest {}

@SessionScoped
class PerSession implements Serializable {}

@Dependent
class PerUse {}

@Singleton
class OnlyOne {}

@Stateless
class Pooled {
    @PersistenceContext
    private EntityManager entities;

    @EJB
    private OnlyOne one;

    @Schedule(hour = "3")
    void nightly() {}
}

@Stateful
class Kept {}

@ManagedBean("managed")
class Managed {
    @Inject
    @Named("slow")
    private Rates slow;

    @Inject
    private Rates any;

    @Resource(name = "mail")
    private String mail;

    @Inject
    Managed(PerRequest request) {}

    @PostConstruct
    void ready() {}

    void heard(@Observes String event) {}
}

class Products {
    @Produces
    Tax tax() {
        return new Tax();
    }
}

class Tax {}

@com.google.inject.Singleton
class ByGuice {
    @com.google.inject.Inject
    private Tax tax;
}

class Pages extends HttpServlet {
    @Override
    public void init(ServletConfig config) {}

    @Override
    protected void doGet(HttpServletRequest request, HttpServletResponse response) {}
}

@WebFilter("/*")
class Stamp implements Filter {
    @Override
    public void doFilter(ServletRequest request, ServletResponse response, FilterChain chain) {}
}

class Begin implements ServletContextListener {
    @Override
    public void contextInitialized(ServletContextEvent event) {}
}
