package sample;

import cn.hutool.core.date.DateTime;
import cn.hutool.core.date.DateUtil;
import cn.hutool.core.date.SystemClock;
import cn.hutool.core.date.TimeInterval;
import cn.hutool.core.lang.ObjectId;
import cn.hutool.core.lang.Snowflake;
import cn.hutool.core.lang.UUID;
import cn.hutool.core.net.NetUtil;
import cn.hutool.core.util.IdUtil;
import cn.hutool.core.util.RandomUtil;
import cn.hutool.core.util.StrUtil;
import cn.hutool.system.SystemUtil;
import java.util.Date;

class Hutool {
    private final Snowflake snowflake = IdUtil.getSnowflake(1, 1);

    String simple() {
        return IdUtil.fastSimpleUUID();
    }

    String uuid() {
        return UUID.fastUUID().toString();
    }

    String named(byte[] name) {
        return UUID.nameUUIDFromBytes(name).toString();
    }

    long snowflake() {
        return snowflake.nextId();
    }

    String object() {
        return ObjectId.next();
    }

    int random() {
        return RandomUtil.randomInt(10);
    }

    int drawn() {
        return RandomUtil.getRandom().nextInt();
    }

    String now() {
        return DateUtil.now();
    }

    DateTime date() {
        return DateUtil.date();
    }

    DateTime dateOf(Date date) {
        return DateUtil.date(date);
    }

    DateTime made() {
        return new DateTime();
    }

    long clock() {
        return SystemClock.now();
    }

    boolean slow(Runnable task) {
        TimeInterval timer = DateUtil.timer();
        task.run();
        return timer.interval() > 100;
    }

    String format(Date date) {
        return DateUtil.format(date, "yyyy");
    }

    String host() {
        return NetUtil.getLocalhostStr();
    }

    long pid() {
        return SystemUtil.getCurrentPID();
    }

    boolean blank(String text) {
        return StrUtil.isBlank(text);
    }
}
