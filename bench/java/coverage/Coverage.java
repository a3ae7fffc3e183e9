package coverage;

import java.io.File;
import java.io.IOException;
import org.jacoco.core.analysis.Analyzer;
import org.jacoco.core.analysis.CoverageBuilder;
import org.jacoco.core.analysis.IClassCoverage;
import org.jacoco.core.analysis.ICounter;
import org.jacoco.core.analysis.ILine;
import org.jacoco.core.analysis.IMethodCoverage;
import org.jacoco.core.tools.ExecFileLoader;

/**
 * What JaCoCo saw of a service: {@code Coverage EXEC CLASSES} prints for each line with code in each method: class, method,
 * descriptor, number, how many of its instructions ran and how many it has, and the same of its branches, with tabs between them.
 * Fails if a class that ran was not the one that is there, byte for byte.
 */
public final class Coverage {
    private Coverage() {}

    public static void main(String[] arguments) throws IOException {
        ExecFileLoader seen = new ExecFileLoader();
        seen.load(new File(arguments[0]));
        CoverageBuilder classes = new CoverageBuilder();
        new Analyzer(seen.getExecutionDataStore(), classes).analyzeAll(new File(arguments[1]));
        if (!classes.getNoMatchClasses().isEmpty()) {
            throw new IOException("other classes ran: " + classes.getNoMatchClasses());
        }
        for (IClassCoverage found : classes.getClasses()) {
            for (IMethodCoverage method : found.getMethods()) {
                for (int number = method.getFirstLine(); number <= method.getLastLine(); number++) {
                    ILine line = method.getLine(number);
                    if (line.getInstructionCounter().getTotalCount() > 0) {
                        System.out.println(String.join("\t", found.getName().replace('/', '.'), method.getName(),
                                method.getDesc(), Integer.toString(number), counts(line.getInstructionCounter()),
                                counts(line.getBranchCounter())));
                    }
                }
            }
        }
    }

    private static String counts(ICounter counter) {
        return counter.getCoveredCount() + "\t" + counter.getTotalCount();
    }
}
