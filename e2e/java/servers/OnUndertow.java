package web;

import io.undertow.Undertow;
import io.undertow.servlet.Servlets;
import io.undertow.servlet.api.DeploymentInfo;
import io.undertow.servlet.api.DeploymentManager;
import jakarta.servlet.DispatcherType;
import jakarta.servlet.Servlet;
import java.net.InetSocketAddress;

/** The service on Undertow. */
public final class OnUndertow {
    public static void main(String[] args) throws Exception {
        DeploymentInfo info = Servlets.deployment().setClassLoader(Web.class.getClassLoader()).setContextPath("/")
                .setDeploymentName("web")
                .addServlet(Servlets.servlet("web", Class.forName(args[1]).asSubclass(Servlet.class))
                        .addMapping("/").setAsyncSupported(true).setMultipartConfig(Web.parts()))
                .addFilter(Servlets.filter("first", Web.First.class).setAsyncSupported(true))
                .addFilterUrlMapping("first", "/*", DispatcherType.REQUEST)
                .addErrorPage(Servlets.errorPage("/oops", 404));
        DeploymentManager manager = Servlets.defaultContainer().addDeployment(info);
        manager.deploy();
        Undertow server = Undertow.builder().addHttpListener(Integer.parseInt(args[0]), "127.0.0.1")
                .setHandler(manager.start()).build();
        server.start();
        InetSocketAddress address = (InetSocketAddress) server.getListenerInfo().get(0).getAddress();
        System.out.println("web ready on " + address.getPort());
    }
}
