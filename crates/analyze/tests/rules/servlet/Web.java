package sample;

import jakarta.servlet.Filter;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.ServletRequest;
import jakarta.servlet.ServletResponse;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;

class Web extends HttpServlet {
    @Override
    protected void doGet(HttpServletRequest request, HttpServletResponse response) throws IOException {
        response.setHeader("Date", String.valueOf(System.currentTimeMillis()));
        response.getOutputStream().print(request.getParameter("name"));
    }

    @Override
    protected void doPatch(HttpServletRequest request, HttpServletResponse response) throws IOException {
        Object user = request.getSession().getAttribute("user");
        response.getWriter().print(user);
    }

    @Override
    protected void doPost(HttpServletRequest request, HttpServletResponse response) {
        request.getSession().setAttribute("since", System.nanoTime());
    }

    @Override
    protected void doPut(HttpServletRequest request, HttpServletResponse response) throws IOException {
        response.getWriter().print(getServletContext().getAttribute("visitors"));
    }

    // What it was told when it was deployed.
    @Override
    protected void doDelete(HttpServletRequest request, HttpServletResponse response) throws IOException {
        response.getWriter().print(getServletContext().getInitParameter("name"));
        getServletContext().setAttribute("last", System.currentTimeMillis());
    }
}

class Guard implements Filter {
    @Override
    public void doFilter(ServletRequest request, ServletResponse response, FilterChain chain)
            throws IOException, ServletException {
        if (((HttpServletRequest) request).getSession().isNew()) {
            chain.doFilter(request, response);
        }
    }
}

class Older extends javax.servlet.http.HttpServlet {
    @Override
    protected void doPost(
            javax.servlet.http.HttpServletRequest request, javax.servlet.http.HttpServletResponse response)
            throws IOException {
        response.addIntHeader("Random", (int) (Math.random() * 10));
    }

    @Override
    protected void doPut(
            javax.servlet.http.HttpServletRequest request, javax.servlet.http.HttpServletResponse response)
            throws IOException {
        response.getWriter().print(request.getServletContext().getAttribute("visitors"));
    }
}
