package sample;

import com.google.common.base.Preconditions;
import com.google.common.base.Verify;
import java.io.File;
import org.apache.commons.lang3.Validate;
import org.springframework.util.Assert;

class Conditions {
    void spring(File file) {
        Assert.isTrue(file.exists(), "it is not there");
    }

    void springState(File file) {
        Assert.state(file.isFile(), () -> "it is no file");
    }

    void guava(File file) {
        Preconditions.checkArgument(file.canRead(), "%s cannot be read", file);
    }

    void guavaState(File file) {
        Preconditions.checkState(file.canWrite());
    }

    void verified(File file) {
        Verify.verify(file.canExecute());
    }

    void commons(File file) {
        Validate.isTrue(file.isDirectory());
    }

    void commonsState(File file) {
        Validate.validState(file.isHidden());
    }

    void commonsOfOld(File file) {
        org.apache.commons.lang.Validate.isTrue(file.lastModified() > 0);
    }

    /** What is said about a condition decides nothing. */
    void said(File file, boolean is) {
        Validate.isTrue(is, "it has %d bytes", file.length());
    }
}
