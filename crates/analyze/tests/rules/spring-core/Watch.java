package sample;

import org.springframework.util.StopWatch;
import org.springframework.util.StringUtils;

class Watch {
    long took(Runnable task) {
        StopWatch watch = new StopWatch("task");
        watch.start();
        task.run();
        watch.stop();
        return watch.getTotalTimeMillis();
    }

    String told(StopWatch watch) {
        return watch.prettyPrint();
    }

    int tasks(StopWatch watch) {
        return watch.getTaskCount();
    }

    boolean text(String text) {
        return StringUtils.hasText(text);
    }
}
