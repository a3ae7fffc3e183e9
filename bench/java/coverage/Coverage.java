package coverage;

import java.io.File;
import java.io.IOException;
import org.jacoco.core.analysis.Analyzer;
import org.jacoco.core.analysis.CoverageBuilder;
import org.jacoco.core.analysis.IClassCoverage;
import org.jacoco.core.analysis.ICounter;
import org.jacoco.core.tools.ExecFileLoader;

/**
 * What JaCoCo saw of a service: {@code Coverage EXEC CLASSES} prints for each line with code its class, its number, how many of
 * its instructions ran and how many it has, with tabs between them.
 */
public final class Coverage {
    private Coverage() {}

    public static void main(String[] arguments) throws IOException {
        ExecFileLoader seen = new ExecFileLoader();
        seen.load(new File(arguments[0]));
        CoverageBuilder classes = new CoverageBuilder();
        new Analyzer(seen.getExecutionDataStore(), classes).analyzeAll(new File(arguments[1]));
        for (IClassCoverage found : classes.getClasses()) {
            for (int line = found.getFirstLine(); line <= found.getLastLine(); line++) {
                ICounter counter = found.getLine(line).getInstructionCounter();
                if (counter.getTotalCount() > 0) {
                    System.out.println(found.getName().replace('/', '.') + "\t" + line + "\t" + counter.getCoveredCount()
                            + "\t" + counter.getTotalCount());
                }
            }
        }
    }
}
