package web;

import jakarta.servlet.AsyncContext;
import jakarta.servlet.AsyncEvent;
import jakarta.servlet.AsyncListener;
import jakarta.servlet.Filter;
import jakarta.servlet.FilterChain;
import jakarta.servlet.FilterConfig;
import jakarta.servlet.ReadListener;
import jakarta.servlet.ServletException;
import jakarta.servlet.ServletInputStream;
import jakarta.servlet.ServletOutputStream;
import jakarta.servlet.ServletRequest;
import jakarta.servlet.ServletResponse;
import jakarta.servlet.WriteListener;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import jakarta.servlet.http.Part;
import java.io.BufferedReader;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ThreadFactory;

/** Answers in all the ways that servlets have, and says in each what the time was. */
public final class Web extends HttpServlet {
    private static final ExecutorService POOL = Executors.newFixedThreadPool(2, new ThreadFactory() {
        @Override
        public Thread newThread(Runnable task) {
            Thread thread = new Thread(task);
            thread.setDaemon(true);
            return thread;
        }
    });

    /** What nothing else gives twice. */
    static String stamp() {
        return " " + System.nanoTime();
    }

    /** Stands before everything, and is the first to ask. */
    public static final class First implements Filter {
        @Override
        public void init(FilterConfig config) {}

        @Override
        public void destroy() {}

        @Override
        public void doFilter(ServletRequest request, ServletResponse response, FilterChain chain)
                throws IOException, ServletException {
            HttpServletRequest http = (HttpServletRequest) request;
            if (http.getAttribute("filtered") == null) {
                http.setAttribute("filtered", stamp());
                ((HttpServletResponse) response).setHeader("Filtered", (String) http.getAttribute("filtered"));
            }
            if (http.getHeader("retake-run") != null) {
                ((HttpServletResponse) response).setHeader("Seen", "retake-run");
            }
            chain.doFilter(request, response);
        }
    }

    @Override
    protected void service(HttpServletRequest request, HttpServletResponse response)
            throws ServletException, IOException {
        Object included = request.getAttribute("jakarta.servlet.include.servlet_path");
        String path = included == null ? request.getServletPath() : (String) included;
        if (path.startsWith("/async")) {
            async(path, request, response);
            return;
        }
        switch (path) {
            case "/hello":
                text(response, "hello " + request.getParameter("name") + request.getAttribute("told") + stamp());
                return;
            case "/echo":
                byte[] body = all(request.getInputStream());
                response.setContentType("application/octet-stream");
                response.setHeader("Stamp", stamp());
                response.getOutputStream().write(body);
                return;
            case "/reader":
                BufferedReader reader = request.getReader();
                StringBuilder lines = new StringBuilder();
                for (String line = reader.readLine(); line != null; line = reader.readLine()) {
                    lines.append(line).append('\n');
                }
                text(response, lines + stamp());
                return;
            case "/form":
                text(response, request.getParameter("a") + "," + request.getParameter("b") + stamp());
                return;
            case "/parts":
                StringBuilder parts = new StringBuilder();
                for (Part part : request.getParts()) {
                    parts.append(part.getName()).append('=');
                    parts.append(new String(all(part.getInputStream()), StandardCharsets.UTF_8)).append(';');
                }
                text(response, parts + stamp());
                return;
            case "/large":
                response.setContentType("application/octet-stream");
                byte[] block = new byte[1000];
                for (int i = 0; i < 300; i++) {
                    java.util.Arrays.fill(block, (byte) i);
                    response.getOutputStream().write(block);
                }
                response.getOutputStream().write(stamp().getBytes(StandardCharsets.UTF_8));
                return;
            case "/empty":
                response.setStatus(204);
                response.setHeader("Stamp", stamp());
                return;
            case "/closed":
                // What a servlet does behind its answer is the request's, too.
                text(response, "closed" + stamp());
                response.getWriter().close();
                if (stamp().isEmpty()) {
                    throw new IllegalStateException();
                }
                return;
            case "/forward":
                request.setAttribute("told", stamp());
                request.getRequestDispatcher("/hello").forward(request, response);
                return;
            case "/include":
                response.getWriter().print("including" + stamp() + ";");
                request.getRequestDispatcher("/hello").include(request, response);
                return;
            case "/throws":
                throw new IllegalStateException("asked to");
            case "/oops":
                text(response, "oops" + stamp());
                return;
            default:
                response.sendError(404);
        }
    }

    private static void async(String path, HttpServletRequest request, HttpServletResponse response)
            throws IOException {
        AsyncContext context = request.startAsync();
        context.setTimeout(60_000);
        switch (path) {
            case "/async-complete":
                String before = stamp();
                POOL.execute(() -> finish(context, response, "complete" + before + stamp()));
                return;
            case "/async-at-once":
                text(response, "at once" + stamp());
                context.complete();
                return;
            case "/async-start":
                context.start(() -> finish(context, response, "start" + stamp()));
                return;
            case "/async-dispatch":
                POOL.execute(() -> {
                    request.setAttribute("told", stamp());
                    context.dispatch("/hello");
                });
                return;
            case "/async-late":
                POOL.execute(() -> {
                    pause(50);
                    request.setAttribute("told", stamp());
                    context.dispatch("/hello");
                });
                return;
            case "/async-timeout":
                context.setTimeout(50);
                context.addListener(new Ending(response));
                return;
            case "/async-listen":
                context.addListener(new Ending(response));
                POOL.execute(() -> finish(context, response, "listened" + stamp()));
                return;
            case "/async-read":
                context.getRequest().getInputStream().setReadListener(new Reading(context, response));
                return;
            case "/async-write":
                response.setContentType("application/octet-stream");
                response.getOutputStream().setWriteListener(new Writing(context, response.getOutputStream()));
                return;
            default:
                POOL.execute(() -> {
                    pause(20);
                    try {
                        response.sendError(404);
                    } catch (IOException e) {
                        throw new IllegalStateException(e);
                    }
                    context.complete();
                });
        }
    }

    private static void finish(AsyncContext context, HttpServletResponse response, String text) {
        try {
            text(response, text);
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
        context.complete();
    }

    private static void pause(long millis) {
        try {
            Thread.sleep(millis);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    static void text(HttpServletResponse response, String text) throws IOException {
        response.setContentType("text/plain;charset=UTF-8");
        response.getWriter().print(text);
    }

    static byte[] all(InputStream in) throws IOException {
        ByteArrayOutputStream all = new ByteArrayOutputStream();
        byte[] room = new byte[777];
        for (int count = in.read(room); count >= 0; count = in.read(room)) {
            all.write(room, 0, count);
        }
        return all.toByteArray();
    }

    /** Answers when the time is over, and asks once more when all is. */
    private static final class Ending implements AsyncListener {
        private final HttpServletResponse response;

        Ending(HttpServletResponse response) {
            this.response = response;
        }

        @Override
        public void onTimeout(AsyncEvent event) throws IOException {
            text(response, "timeout" + stamp());
            event.getAsyncContext().complete();
        }

        @Override
        public void onComplete(AsyncEvent event) {
            if (stamp().isEmpty()) {
                throw new IllegalStateException();
            }
        }

        @Override
        public void onError(AsyncEvent event) {}

        @Override
        public void onStartAsync(AsyncEvent event) {}
    }

    /** Reads what has come, and gives it back. */
    private static final class Reading implements ReadListener {
        private final AsyncContext context;
        private final HttpServletResponse response;
        private final ServletInputStream in;
        private final ByteArrayOutputStream all = new ByteArrayOutputStream();

        Reading(AsyncContext context, HttpServletResponse response) throws IOException {
            this.context = context;
            this.response = response;
            this.in = context.getRequest().getInputStream();
        }

        @Override
        public void onDataAvailable() throws IOException {
            byte[] room = new byte[1000];
            while (in.isReady()) {
                int count = in.read(room);
                if (count < 0) {
                    return;
                }
                all.write(room, 0, count);
            }
        }

        @Override
        public void onAllDataRead() throws IOException {
            text(response, "read " + all.size() + stamp());
            context.complete();
        }

        @Override
        public void onError(Throwable error) {
            context.complete();
        }
    }

    /** Writes whenever something can be written. */
    private static final class Writing implements WriteListener {
        private final AsyncContext context;
        private final ServletOutputStream out;
        private int written;

        Writing(AsyncContext context, ServletOutputStream out) {
            this.context = context;
            this.out = out;
        }

        @Override
        public void onWritePossible() throws IOException {
            while (out.isReady()) {
                if (written == 300) {
                    context.complete();
                    return;
                }
                byte[] block = new byte[1000];
                java.util.Arrays.fill(block, (byte) written);
                if (written++ == 0) {
                    block = stamp().getBytes(StandardCharsets.UTF_8);
                }
                out.write(block);
            }
        }

        @Override
        public void onError(Throwable error) {
            context.complete();
        }
    }

    /** What parts of a form may be. */
    static jakarta.servlet.MultipartConfigElement parts() {
        return new jakarta.servlet.MultipartConfigElement(System.getProperty("java.io.tmpdir"));
    }
}
