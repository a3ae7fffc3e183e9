package web;

import java.io.File;
import org.apache.catalina.Context;
import org.apache.catalina.startup.Tomcat;
import org.apache.tomcat.util.descriptor.web.ErrorPage;
import org.apache.tomcat.util.descriptor.web.FilterDef;
import org.apache.tomcat.util.descriptor.web.FilterMap;

/** The service on Tomcat. */
public final class OnTomcat {
    public static void main(String[] args) throws Exception {
        Tomcat tomcat = new Tomcat();
        tomcat.setBaseDir(System.getProperty("java.io.tmpdir"));
        tomcat.setPort(Integer.parseInt(args[0]));
        Context context = tomcat.addContext("", new File(System.getProperty("java.io.tmpdir")).getAbsolutePath());
        org.apache.catalina.Wrapper servlet = Tomcat.addServlet(context, "web", args[1]);
        servlet.setAsyncSupported(true);
        servlet.setMultipartConfigElement(Web.parts());
        context.addServletMappingDecoded("/", "web");
        FilterDef filter = new FilterDef();
        filter.setFilterName("first");
        filter.setFilterClass("web.Web$First");
        filter.setAsyncSupported("true");
        context.addFilterDef(filter);
        FilterMap map = new FilterMap();
        map.setFilterName("first");
        map.addURLPattern("/*");
        context.addFilterMap(map);
        ErrorPage page = new ErrorPage();
        page.setErrorCode(404);
        page.setLocation("/oops");
        context.addErrorPage(page);
        tomcat.getConnector();
        tomcat.start();
        System.out.println("web ready on " + tomcat.getConnector().getLocalPort());
        tomcat.getServer().await();
    }
}
