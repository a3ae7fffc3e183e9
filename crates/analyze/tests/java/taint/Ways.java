package taint;

import java.io.BufferedReader;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.StringReader;
import java.io.StringWriter;
import java.util.*;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Ways from a source to a sink, as suites of taint tests have them. What begins with `leaks` has one, what begins with `keeps` has
 * none.
 */
public class Ways {
    static String source() {
        return System.getenv("X");
    }

    static String source2() {
        return System.getenv("X");
    }

    static void sink(Object o) {
        System.out.println(o);
    }

    static class A {
        String f;
        A next;

        A() {}

        A(String f) {
            this.f = f;
        }

        String get() {
            return f;
        }

        void set(String s) {
            f = s;
        }
    }

    static class B extends A {
        String get() {
            return "const";
        }
    }

    interface I {
        String id(String s);
    }

    static String st;

    void leaksAlias() {
        A a = new A();
        A b = a;
        a.f = source();
        sink(b.f);
    }

    void leaksArray() {
        String[] x = new String[2];
        x[0] = source();
        sink(x[0]);
    }

    void leaksIterator() {
        List<String> l = new LinkedList<>();
        l.add(source());
        Iterator<String> i = l.iterator();
        sink(i.next());
    }

    void leaksMapValue() {
        Map<String, String> m = new HashMap<>();
        m.put("k", source());
        sink(m.get("k"));
    }

    void leaksMapKey() {
        Map<String, String> m = new HashMap<>();
        m.put(source(), "v");
        for (String k : m.keySet()) sink(k);
    }

    void leaksBuffer() {
        StringBuffer b = new StringBuffer("a");
        b.append(source());
        sink(b.toString());
    }

    void leaksTokenizer() {
        StringTokenizer t = new StringTokenizer(source());
        sink(t.nextToken());
    }

    void leaksSplit() {
        String s = source();
        String[] p = s.split(",");
        sink(p[1]);
    }

    void leaksLambda() {
        I i = s -> s + "x";
        sink(i.id(source()));
    }

    void leaksMethodReference() {
        Function<String, String> f = this::same;
        sink(f.apply(source()));
    }

    String same(String s) {
        return s;
    }

    void leaksException() {
        try { throw new RuntimeException(source()); } catch (RuntimeException e) { sink(e.getMessage()); }
    }

    void leaksStaticField() {
        st = source();
        other();
    }

    void other() {
        sink(st);
    }

    void leaksNested() {
        A a = new A();
        a.next = new A();
        a.next.f = source();
        A b = a.next;
        sink(b.f);
    }

    void leaksCast() {
        Object o = source();
        if (o instanceof String) { String s = (String) o; sink(s.toUpperCase()); }
    }

    void leaksFieldOfElement() {
        List<A> l = new ArrayList<>();
        A a = new A();
        l.add(a);
        a.f = source();
        sink(l.get(0).f);
    }

    void leaksCharacters() {
        char[] c = new char[10];
        source().getChars(0, 1, c, 0);
        sink(new String(c));
    }

    void leaksLoop() {
        String s = source();
        String t = "";
        for (int i = 0; i < s.length(); i++) t += s.charAt(i);
        sink(t);
    }

    void leaksOptional() {
        sink(Optional.of(source()).map(x -> x + "1").get());
    }

    void leaksStream() {
        sink(Stream.of(source()).filter(x -> x.length() > 1).collect(Collectors.toList()));
    }

    void leaksFuture() throws Exception {
        ExecutorService e = Executors.newFixedThreadPool(1);
        Future<String> f = e.submit(() -> source());
        sink(f.get());
    }

    void leaksArrays() {
        String[][] x = new String[1][1];
        x[0][0] = source();
        sink(x[0][0]);
    }

    void leaksWriter() {
        StringWriter w = new StringWriter();
        w.write(source());
        sink(w.toString());
    }

    void leaksBytes() throws IOException {
        ByteArrayOutputStream o = new ByteArrayOutputStream();
        o.write(source().getBytes());
        sink(o.toByteArray());
    }

    void leaksReader() throws IOException {
        BufferedReader r = new BufferedReader(new StringReader(source()));
        sink(r.readLine());
    }

    void leaksFormat() {
        String s = String.format("%s-%d", source(), 3);
        sink(s);
    }

    void leaksReflection() throws Exception {
        java.lang.reflect.Method m = Ways.class.getDeclaredMethod("same", String.class);
        sink(m.invoke(this, source()));
    }

    void leaksObjects() {
        Object o = new Object[]{ source() };
        Object[] p = (Object[]) o;
        sink(Arrays.asList(p).get(0));
    }

    void leaksRecursion() {
        rec(5, source());
    }

    void rec(int n, String s) {
        if (n == 0) sink(s);
        else rec(n - 1, s);
    }

    void leaksFactory() {
        A a = mk(source());
        sink(a.get());
    }

    A mk(String s) {
        A a = new A();
        a.set(s);
        return a;
    }

    void leaksProperties() {
        Properties p = new Properties();
        p.setProperty("a", source());
        sink(p.getProperty("a"));
    }

    void leaksInner() {
        String s = source();
        Runnable r = new Runnable() { public void run() { sink(s); } };
        r.run();
    }

    void leaksThread() {
        String s = source();
        new Thread(() -> sink(s)).start();
    }

    void leaksDeque() {
        Deque<String> d = new ArrayDeque<>();
        d.push(source());
        sink(d.peek());
    }

    void leaksChained() {
        String x = new String(source().getBytes()).trim().replace('a', 'b').substring(1).concat("z");
        sink(x);
    }

    void leaksArrayOfObjects() {
        A[] as = { new A(source()) };
        for (A a : as) sink(a.f);
    }

    void leaksBehindSwitch() {
        switch (source()) { case "a": sink("x"); }
        sink(source2());
    }

    void leaksFilled() {
        String[] c = new String[1];
        fill(c);
        sink(c[0]);
    }

    void fill(String[] c) {
        c[0] = source();
    }

    void leaksCopied() {
        String[] c = { source() };
        String[] d = new String[1];
        System.arraycopy(c, 0, d, 0, 1);
        sink(d[0]);
    }

    void leaksCloned() {
        String[] c = { source() };
        sink(c.clone()[0]);
    }

    void leaksParsed() {
        sink(Integer.parseInt(source()) + 1);
    }

    void leaksRecord() {
        record R(String a, String b) {}
        R r = new R(source(), "x");
        sink(r.a());
        sink(r.toString());
    }

    void leaksComputed() {
        Map<String, List<String>> m = new TreeMap<>();
        m.computeIfAbsent("a", k -> new ArrayList<>()).add(source());
        sink(m.get("a").get(0));
    }

    void leaksEntries() {
        for (Map.Entry<String, String> e : Map.of("k", source()).entrySet()) sink(e.getValue());
    }

    void leaksLaterFuture() {
        CompletableFuture.supplyAsync(() -> source()).thenAccept(v -> sink(v));
    }

    void leaksAddedAll() {
        List<String> l = new ArrayList<>();
        Collections.addAll(l, source());
        Object[] o = l.toArray();
        sink(o[0]);
    }

    void leaksInherited() {
        A a = new B();
        a.f = source();
        sink(a.f);
    }

    void leaksSupplied() {
        Supplier<String> s = Ways::source;
        sink(s.get());
    }

    void leaksThreadLocal() {
        ThreadLocal<String> l = new ThreadLocal<>();
        l.set(source());
        sink(l.get());
    }

    void leaksCaptured() {
        Object[] o = { null };
        Consumer<String> c = v -> o[0] = v;
        c.accept(source());
        sink(o[0]);
    }

    void leaksConditional() {
        sink(cond(source() != null) ? source() : "b");
    }

    boolean cond(boolean b) {
        return b;
    }

    void keepsOtherObject() {
        A a = new A();
        A b = new A();
        a.set(source());
        sink(b.get() == null ? "x" : "y");
    }

    void keepsOtherList() {
        List<String> l = new ArrayList<>(), m = new ArrayList<>();
        l.add(source());
        m.add("x");
        sink(m.get(0));
    }

    void keepsOverwritten() {
        String s = source();
        s = "clean";
        sink(s);
    }

    void keepsDecidesNothing() {
        String s = source();
        int n = s == null ? 1 : 2;
        sink("const");
    }

    void keepsOtherMap() {
        Map<String, String> a = new HashMap<>(), b = new HashMap<>();
        a.put("k", source());
        b.put("k", "v");
        sink(b.get("k"));
    }

    void keepsOtherBuilder() {
        StringBuilder a = new StringBuilder(), b = new StringBuilder();
        a.append(source());
        b.append("x");
        sink(b.toString());
    }

    void keepsOtherCall() {
        String x = same(source());
        String y = same("const");
        sink(y);
    }

    void keepsOverridden() {
        B b = new B();
        b.f = source();
        sink(b.get());
    }

    void keepsUnused() {
        clean(source());
    }

    void clean(String s) {
        sink("x");
    }

    void keepsOtherArray() {
        String[] a = { "x" }, b = { source() };
        sink(a[0]);
    }

    void keepsOtherOptional() {
        Optional<String> o = Optional.of("x");
        Optional<String> p = Optional.of(source());
        sink(o.get());
    }

    void keepsConstantLambda() {
        I i = s -> "const";
        sink(i.id(source()));
    }

    void keepsLock() {
        Object o = "c";
        synchronized (source()) { sink(o); }
    }

    void leaksInstance() {
        sink(source() instanceof String);
    }

    void keepsUnrelated() {
        String s = source();
        sink(new A("x").f);
    }
}
