package inbox;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;

/** Takes messages that nothing known brings: only the file of settings says that they are traffic. */
public final class Inbox {
    /** A message. */
    record Message(String from, List<String> lines) {}

    /** What becomes of one. */
    record Receipt(String to, long at, Message of) {}

    /** Where whoever brings messages finds it. */
    private static final Inbox OPEN = new Inbox();

    private int taken;

    Receipt take(Message message, int copies) {
        if (copies < 0) {
            throw new IllegalArgumentException(message.from() + " asked for " + copies + " copies");
        }
        taken++;
        message.lines().replaceAll(String::strip);
        return new Receipt(message.from(), System.currentTimeMillis(), message);
    }

    /** Takes one by way of another, which is still one. */
    Receipt forward(Message message) {
        return take(message, 1);
    }

    public static void main(String[] arguments) throws Exception {
        if (arguments.length > 0) {
            // Somebody else brings them.
            new CountDownLatch(1).await();
        }
        Inbox inbox = OPEN;
        for (int i = 0; i < 3; i++) {
            inbox.take(new Message("a" + i, new ArrayList<>(List.of(" one ", "two"))), i);
        }
        inbox.forward(new Message("b", new ArrayList<>()));
        try {
            inbox.take(new Message("c", new ArrayList<>()), -1);
        } catch (IllegalArgumentException e) {
            System.out.println("refused: " + e.getMessage());
        }
        Thread other = new Thread(() -> inbox.take(null, 0));
        other.setUncaughtExceptionHandler((thread, e) -> System.out.println("failed: " + e.getClass().getName()));
        other.start();
        other.join();
    }
}
