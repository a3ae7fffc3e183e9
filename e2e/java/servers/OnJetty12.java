package web;

import jakarta.servlet.DispatcherType;
import jakarta.servlet.Servlet;
import java.util.EnumSet;
import org.eclipse.jetty.ee10.servlet.ErrorPageErrorHandler;
import org.eclipse.jetty.ee10.servlet.FilterHolder;
import org.eclipse.jetty.ee10.servlet.ServletContextHandler;
import org.eclipse.jetty.ee10.servlet.ServletHolder;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;

/** The service on Jetty 12. */
public final class OnJetty12 {
    public static void main(String[] args) throws Exception {
        Server server = new Server(Integer.parseInt(args[0]));
        ServletContextHandler context = new ServletContextHandler();
        ServletHolder servlet = new ServletHolder("web", Class.forName(args[1]).asSubclass(Servlet.class));
        servlet.setAsyncSupported(true);
        servlet.getRegistration().setMultipartConfig(Web.parts());
        context.addServlet(servlet, "/");
        FilterHolder filter = context.addFilter(Web.First.class, "/*", EnumSet.of(DispatcherType.REQUEST));
        filter.setAsyncSupported(true);
        ErrorPageErrorHandler errors = new ErrorPageErrorHandler();
        // How many lines of a stack fit on its page is not the service's doing.
        errors.setShowStacks(false);
        errors.addErrorPage(404, "/oops");
        context.setErrorHandler(errors);
        server.setHandler(context);
        server.start();
        System.out.println("web ready on " + ((ServerConnector) server.getConnectors()[0]).getLocalPort());
        server.join();
    }
}
