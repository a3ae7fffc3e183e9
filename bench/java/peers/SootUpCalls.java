package peers;

import java.util.ArrayList;
import java.util.List;
import sootup.callgraph.CallGraph;
import sootup.callgraph.ClassHierarchyAnalysisAlgorithm;
import sootup.core.inputlocation.AnalysisInputLocation;
import sootup.core.signatures.MethodSignature;
import sootup.java.bytecode.frontend.inputlocation.JavaClassPathAnalysisInputLocation;
import sootup.java.bytecode.frontend.inputlocation.JrtFileSystemAnalysisInputLocation;
import sootup.java.core.views.JavaView;

/**
 * SootUp's call graph by class hierarchy, from a main method on.
 *
 * <p>Arguments: the class with the main method, then the class path, one entry each.
 */
public final class SootUpCalls {
    private SootUpCalls() {}

    public static void main(String[] arguments) {
        List<AnalysisInputLocation> path = new ArrayList<>();
        for (int at = 1; at < arguments.length; at++) {
            path.add(new JavaClassPathAnalysisInputLocation(arguments[at]));
        }
        path.add(new JrtFileSystemAnalysisInputLocation());
        JavaView view = new JavaView(path);
        MethodSignature main = view.getIdentifierFactory()
                .getMethodSignature(arguments[0], "main", "void", List.of("java.lang.String[]"));
        CallGraph graph = new ClassHierarchyAnalysisAlgorithm(view).initialize(List.of(main));
        System.out.println(graph.getMethodSignatures().size() + " methods, " + graph.callCount() + " calls");
    }
}
