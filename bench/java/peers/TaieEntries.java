package peers;

import java.util.List;
import pascal.taie.analysis.pta.core.solver.DeclaredParamProvider;
import pascal.taie.analysis.pta.core.solver.EntryPoint;
import pascal.taie.analysis.pta.core.solver.Solver;
import pascal.taie.analysis.pta.plugin.Plugin;
import pascal.taie.language.classes.JClass;
import pascal.taie.language.classes.JMethod;

/**
 * Makes every method of the application's own packages an entry of Tai-e's pointer analysis: a service is called by
 * frameworks, and from its main method alone next to nothing is reached.
 *
 * <p>The property {@code peers.scope} has the packages, with a comma between them.
 */
public final class TaieEntries implements Plugin {
    private static final List<String> SCOPE = List.of(System.getProperty("peers.scope", "").split(","));
    private Solver solver;

    @Override
    public void setSolver(Solver solver) {
        this.solver = solver;
    }

    @Override
    public void onStart() {
        for (JClass found : solver.getHierarchy().applicationClasses().toList()) {
            if (SCOPE.stream().noneMatch(scope -> found.getName().startsWith(scope + "."))) {
                continue;
            }
            for (JMethod method : found.getDeclaredMethods()) {
                if (!method.isAbstract() && !method.isNative()) {
                    solver.addEntryPoint(
                            new EntryPoint(method, new DeclaredParamProvider(method, solver.getHeapModel(), 1)));
                }
            }
        }
    }
}
