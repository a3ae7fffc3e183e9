package java.lang;

import java.util.Arrays;

/** Tries parts of the runtime by themselves, inside java.base where they live: ends with an error if one does not do its work. */
public final class RetakeParts {
    private RetakeParts() {}

    public static void main(String[] args) throws Exception {
        threadsThatShareAPlace();
        texts();
        labels();
        spareArrays();
        bodiesOfSeveralThreads();
        names();
        handlesOutsideOfRequests();
        instants();
        decimals();
        streamsGoWithTheirTrace();
        callsThatDoNotEnd();
        publishersOfSeveralTraces();
        tasksThatAreMistaken();
    }

    /** Two runs of one task may be taken for each other, which matters if they cross anything, or what they hand over does. */
    private static void tasksThatAreMistaken() {
        RetakeTrace trace = new RetakeTrace(false, null);
        RetakeBranch root = trace.branch(null);
        RetakeBranch flush = trace.branch(root);
        RetakeForks.TASKS.put(trace, flush);
        RetakeForks.TASKS.put(trace, trace.branch(root));
        expect(RetakeForks.TASKS.take(trace) == flush, "the first comes first");
        expect(!written(trace).contains("more than once at a time"), "neither crosses anything");
        RetakeBranch handedOn = trace.branch(flush);
        handedOn.ask(new RetakeHook(7, RetakeHook.POINT, "a.Clock.now", "", 'J', false, new String[0]), null, new Object[0]);
        handedOn.closeNumber(17, 'J');
        expect(written(trace).contains("more than once at a time"), "what one has handed on does");
        RetakeForks.TASKS.take(trace);
    }

    /** A pool gives all who ask one publisher, which tells each of them something else. */
    private static void publishersOfSeveralTraces() {
        RetakeTrace one = new RetakeTrace(false, null);
        RetakeTrace other = new RetakeTrace(false, null);
        Object publisher = new Object();
        RetakeStream ofBoot = given(publisher, new RetakeTrace(true, null), false);
        RetakeStream ofOne = given(publisher, one, true);
        RetakeStream ofOther = given(publisher, other, true);
        expect(RetakeHandles.stream(publisher, null) == ofBoot, "outside of requests it tells that");
        expect(RetakeHandles.stream(publisher, one) == ofOne && RetakeHandles.stream(publisher, other) == ofOther, "each is told its own");
        RetakeHandles.writeKnown(new RetakeBuffer(64), publisher, "a.Publisher", new RetakeTrace(false, null));
        expect(RetakeHandles.stream(publisher, one) == ofOne, "whoever else knows it");
        ofOne.release();
        expect(RetakeHandles.stream(publisher, one) != ofOne && RetakeHandles.stream(publisher, other) == ofOther, "one goes with its trace");
        ofOther.release();
        ofBoot.release();
    }

    private static RetakeStream given(Object publisher, RetakeTrace trace, boolean anew) {
        RetakeHandle handle = RetakeHandles.writeKnown(new RetakeBuffer(64), publisher, "a.Publisher", trace, anew);
        RetakeStream stream = new RetakeStream(RetakeStream.PUBLISHER, handle.id, null, trace);
        stream.passes(handle);
        return stream;
    }

    /** A request that is over while one of its calls is not has a gap, and says so. */
    private static void callsThatDoNotEnd() {
        RetakeTrace trace = new RetakeTrace(false, null);
        RetakeBranch branch = trace.branch(null);
        RetakeHook clock = new RetakeHook(7, RetakeHook.POINT, "a.Clock.now", "", 'J', false, new String[0]);
        branch.ask(clock, null, new Object[0]);
        branch.closeNumber(17, 'J');
        expect(!written(trace).contains("not seen to end"), "all have ended");
        branch.ask(clock, null, new Object[0]);
        expect(written(trace).contains("a.Clock.now was not seen to end"), "one has not");
        expect(branch.events == 2 && !branch.isOpen(), "it is kept as far as it goes");
    }

    private static String written(RetakeTrace trace) {
        RetakeBuffer out = new RetakeBuffer(64);
        trace.write(out);
        return new String(out.bytes, 0, out.length, java.nio.charset.StandardCharsets.ISO_8859_1);
    }

    /** What is known of a stream would keep its trace, with all that the request used. */
    private static void streamsGoWithTheirTrace() {
        RetakeTrace trace = new RetakeTrace(false, null);
        RetakeBuffer out = new RetakeBuffer(64);
        Object input = new java.io.ByteArrayInputStream(new byte[1]);
        Object iterator = new Object();
        RetakeStream stream = new RetakeStream(RetakeStream.INPUT, 0, input, trace);
        stream.passes(RetakeHandles.writeKnown(out, input, "java.io.InputStream", trace));
        stream.passes(RetakeHandles.put(iterator));
        expect(RetakeHandles.stream(input) == stream && RetakeHandles.stream(iterator) == stream, "it passes through both");
        expect(RetakeHandles.isKnown(input, trace), "it has a number");
        stream.release();
        expect(RetakeHandles.stream(input) == null && RetakeHandles.stream(iterator) == null, "it passes through neither");
        expect(!RetakeHandles.isKnown(input, trace), "the number is the trace's");
    }

    /** They are written as their own method says them. */
    private static void instants() {
        java.util.Random random = new java.util.Random(7);
        long[] seconds = {-62_167_219_200L, -62_167_219_201L, 253_402_300_799L, 253_402_300_800L, 0, -1, 951_782_400L, 951_868_799L};
        int[] nanos = {0, 1, 1_000, 1_000_000, 999_999_999, 120_000_000, 123_456_000};
        for (int i = 0; i < 200_000; i++) {
            long second = i < seconds.length * nanos.length ? seconds[i / nanos.length]
                    : -62_167_219_200L + (long) (random.nextDouble() * 315_569_520_000L);
            java.time.Instant instant = java.time.Instant.ofEpochSecond(second, nanos[i % nanos.length]);
            RetakeBuffer out = RetakeBuffer.shared();
            int year = instant.atOffset(java.time.ZoneOffset.UTC).getYear();
            boolean written = RetakeInstants.write(out, instant);
            expect(written == (year >= 0 && year <= 9999), "four digits: " + instant);
            String text = written ? new RetakeReader(out.bytes, 0).expectText() : instant.toString();
            expect(text.equals(instant.toString()), text + " is " + instant);
            out.recycle();
        }
    }

    /** They are written as their own method says them, or not at all. */
    private static void decimals() {
        java.util.Random random = new java.util.Random(7);
        long[] digits = {0, 1, -1, 9, 10, -10, 99, 100, 1_000_000, Long.MAX_VALUE, Long.MIN_VALUE + 1, Long.MIN_VALUE};
        for (int i = 0; i < 200_000; i++) {
            int scale = i % 30 - 2;
            long number = i < digits.length * 30 ? digits[i / 30] : random.nextLong() >> random.nextInt(64);
            java.math.BigDecimal decimal = java.math.BigDecimal.valueOf(number, scale);
            RetakeBuffer out = RetakeBuffer.shared();
            boolean written = RetakeDecimals.write(out, decimal);
            String said = decimal.toString();
            boolean plain = scale >= 0 && said.indexOf('E') < 0 && number != Long.MIN_VALUE;
            expect(written == plain, "plain: " + said);
            expect(!written || new RetakeReader(out.bytes, 0).expectText().equals(said), "another text than " + said);
            expect(written || out.length == 0, "nothing is written of " + said);
            out.recycle();
        }
        RetakeBuffer out = RetakeBuffer.shared();
        expect(!RetakeDecimals.write(out, new java.math.BigDecimal("12345678901234567890.5")), "more digits than a long has");
        out.recycle();
    }

    private static void expect(boolean held, String what) {
        if (!held) {
            throw new AssertionError(what);
        }
    }

    /** Threads whose numbers end in the same bits as this one's; they never begin. */
    private static Thread[] neighbours(int count) {
        long place = Thread.currentThread().getId() & 4095;
        Thread[] found = new Thread[count];
        for (int i = 0; i < count; ) {
            Thread thread = new Thread();
            if ((thread.getId() & 4095) == place) {
                found[i++] = thread;
            }
        }
        return found;
    }

    /** Whoever else comes and goes, each thread finds its own and nobody else's. */
    private static void threadsThatShareAPlace() throws Exception {
        expect(RetakeWorking.find() == null, "nobody works yet");
        Thread[] others = neighbours(5);
        RetakeThread[] theirs = new RetakeThread[others.length];
        for (int i = 0; i < others.length; i++) {
            theirs[i] = new RetakeThread();
            RetakeWorking.add(theirs[i], others[i]);
            expect(RetakeWorking.find() == null, "only others work");
        }
        RetakeThread mine = new RetakeThread();
        RetakeWorking.add(mine, Thread.currentThread());
        expect(RetakeWorking.find() == mine, "it was put in first");
        RetakeWorking.remove(theirs[2]);
        RetakeWorking.add(theirs[2], others[2]);
        expect(RetakeWorking.find() == mine, "another was put in before it");

        boolean[] over = new boolean[1];
        Thread busy = new Thread() {
            @Override
            public void run() {
                for (int i = 0; i < 200_000; i++) {
                    RetakeThread other = theirs[i % theirs.length];
                    RetakeWorking.remove(other);
                    RetakeWorking.add(other, others[i % others.length]);
                }
                synchronized (over) {
                    over[0] = true;
                }
            }
        };
        busy.start();
        for (boolean ended = false; !ended; ) {
            for (int i = 0; i < 1000; i++) {
                expect(RetakeWorking.find() == mine, "others come and go");
            }
            synchronized (over) {
                ended = over[0];
            }
        }
        busy.join();
        RetakeWorking.remove(mine);
        expect(RetakeWorking.find() == null, "it was taken out");
        for (RetakeThread other : theirs) {
            RetakeWorking.remove(other);
        }
        expect(RetakeWorking.find() == null, "all were taken out");
    }

    /** Texts of every length come out as their UTF-8, wherever the one character stands that is no ASCII. */
    private static void texts() throws Exception {
        for (int length = 0; length < 70; length++) {
            for (int other = -1; other < length; other++) {
                for (char character : new char[] {'\u00e9', '\u20ac', '\u007f'}) {
                    char[] characters = new char[length];
                    Arrays.fill(characters, 'a');
                    if (other >= 0) {
                        characters[other] = character;
                    }
                    String text = new String(characters);
                    RetakeBuffer out = new RetakeBuffer(4);
                    expect(out.text(text), "it is text");
                    byte[] utf8 = text.getBytes("UTF-8");
                    byte[] written = out.taken();
                    byte[] end = Arrays.copyOfRange(written, written.length - utf8.length, written.length);
                    int head = utf8.length < 24 ? 1 : 2;
                    int said = head == 1 ? written[0] & 31 : written[1] & 255;
                    expect(Arrays.equals(utf8, end) && written.length == head + utf8.length && said == utf8.length, text);
                }
            }
        }
    }

    private static void labels() throws Exception {
        RetakeBuffer out = new RetakeBuffer(4);
        StringBuilder expected = new StringBuilder();
        for (int length = 0; length < 40; length++) {
            byte[] bytes = new byte[length];
            for (int i = 0; i < length; i++) {
                bytes[i] = (byte) ('a' + (length + i) % 26);
            }
            out.label(new RetakeLabel(bytes));
            expected.append(new String(bytes, "UTF-8"));
        }
        expect(new String(out.taken(), "UTF-8").contentEquals(expected), "labels of every length");
    }

    /** No array belongs to two, and what is kept has an end. */
    private static void spareArrays() {
        RetakeBuffer one = RetakeBuffer.shared();
        for (int i = 0; i < 5000; i++) {
            one.integer(i);
        }
        byte[] first = one.bytes;
        one.recycle();
        expect(RetakeSpare.take(first.length) == first, "it is used again");
        expect(RetakeSpare.take(first.length) != first, "by one alone");
        byte[] last = null;
        for (int i = 0; i < 1000; i++) {
            last = new byte[RetakeSpare.SMALLEST];
            RetakeSpare.give(last);
        }
        expect(RetakeSpare.take(last.length) != last, "a thousand are too many to keep");
        byte[] odd = new byte[RetakeSpare.SMALLEST + 1];
        RetakeSpare.give(odd);
        expect(RetakeSpare.take(odd.length) != odd, "its size is none that is kept");
        RetakeSpare.forget();
        expect(RetakeSpare.take(first.length) != first, "all were let go");

        RetakeThread t = RetakeThread.getOrCreate();
        t.enter();
        byte[] own = new byte[RetakeSpare.SMALLEST];
        RetakeSpare.give(own);
        expect(t.spare != null && RetakeSpare.take(own.length) == own, "a thread keeps some for itself");
        RetakeSpare.give(own);
        RetakeSpare.forget();
        expect(t.spare == null && RetakeSpare.take(own.length) != own, "it keeps none when the recording has ended");
        t.leave();
    }

    /** Whoever is late with a part of a body writes into what is nobody else's. */
    private static void bodiesOfSeveralThreads() {
        RetakeBuffer body = RetakeBuffer.ofBody();
        body.copy(new byte[100], 0, 100);
        byte[] smaller = body.bytes;
        body.copy(new byte[RetakeSpare.SMALLEST], 0, RetakeSpare.SMALLEST);
        expect(body.bytes != smaller && RetakeSpare.take(smaller.length) != smaller, "the smaller array has no other owner");
        body.recycle();
    }

    /** A name has one number in the whole process, which the agent is told once. */
    private static void names() {
        RetakeHandles.types = new String[] {"a.Connection", "a.Statement"};
        RetakeHandles.told = new boolean[] {false, true};
        expect(RetakeNames.type(1) == ~1, "a type has its number");
        RetakeHook late = hook(5000, "close()V");
        late.number = RetakeNames.number(late);
        expect(RetakeNames.method(late) == ~5002, "methods come behind the types");
        char[] long256 = new char[256];
        Arrays.fill(long256, 'n');
        String longest = new String(long256);
        expect(RetakeNames.method(hook(0, longest.concat("()V"))) == 0, "one that is too long has none");
        RetakeHandles.types = new String[0];
        RetakeHandles.told = new boolean[0];
    }

    private static RetakeHook hook(int id, String name) {
        return new RetakeHook(id, RetakeHook.HANDLE, name, "", 'V', true, new String[0]);
    }

    /** An object that got its number outside of requests has that one in every request, and others are not looked for. */
    private static void handlesOutsideOfRequests() throws Exception {
        RetakeTrace boot = new RetakeTrace(true, null);
        RetakeOutside outside = RetakeShape.of(Object.class).outside;
        expect(!outside.any(), "none has a number yet");
        Object kept = new Object();
        int id = RetakeHandles.writeKnown(new RetakeBuffer(64), kept, "a.Handle", boot).id;
        for (int i = 0; i < 1000; i++) {
            RetakeHandles.writeKnown(new RetakeBuffer(64), new Object(), "a.Handle", boot);
        }
        RetakeTrace trace = new RetakeTrace(false, null);
        expect(trace.handle(kept) == id * 2 + 1, "it has the number that it got outside");
        expect(trace.handle(new Object()) == 0, "another is the first of the request");
        kept = null;
        trace = null;
        long end = System.nanoTime() + 10_000_000_000L;
        while (outside.any()) {
            expect(System.nanoTime() < end, "what the collector took is not counted");
            System.gc();
            Thread.sleep(1);
        }
    }
}
