package web;

import jakarta.servlet.DispatcherType;
import jakarta.servlet.Servlet;
import java.util.EnumSet;
import org.eclipse.jetty.servlet.ErrorPageErrorHandler;
import org.eclipse.jetty.servlet.FilterHolder;
import org.eclipse.jetty.servlet.ServletContextHandler;
import org.eclipse.jetty.servlet.ServletHolder;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;

/** The service on Jetty before 12. */
public final class OnJetty {
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
