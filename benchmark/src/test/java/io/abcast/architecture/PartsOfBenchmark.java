package io.abcast.architecture;

import com.tngtech.archunit.core.domain.Dependency;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.lang.ArchCondition;
import com.tngtech.archunit.lang.ConditionEvents;
import com.tngtech.archunit.lang.SimpleConditionEvent;
import java.util.Map;
import java.util.Set;

/**
 * Which package of benchmark may know which. The server and what loads it share the wire format and the
 * virtual clients, nothing else: what is measured must not know its measurement.
 */
final class PartsOfBenchmark extends ArchCondition<JavaClass> {
    private static final Map<String, Set<String>> KNOWN =
            Map.ofEntries(
                    Map.entry("wire", Set.of()),
                    Map.entry("load", Set.of("wire")),
                    Map.entry("server", Set.of("wire", "load")),
                    Map.entry("cluster", Set.of("wire", "load")),
                    Map.entry("bench", Set.of("wire", "load", "cluster")),
                    Map.entry("torture", Set.of("wire", "cluster")),
                    Map.entry("compare", Set.of("wire", "load", "server", "cluster", "bench")),
                    Map.entry("limits", Set.of("wire", "load", "cluster", "bench", "compare")),
                    Map.entry("cast", Set.of("cluster", "bench")),
                    Map.entry("report", Set.of("load", "bench", "compare", "limits", "cast")),
                    Map.entry("sim", Set.of()),
                    Map.entry("mutants", Set.of("sim")),
                    Map.entry("papers", Set.of("bench", "cluster", "report")),
                    Map.entry(
                            "cli",
                            Set.of(
                                    "load", "server", "cluster", "bench", "torture", "compare",
                                    "limits", "cast", "report", "papers", "sim", "mutants")));

    /** Ends with a dot. */
    private final String benchmark;

    PartsOfBenchmark(String benchmark) {
        super("know only the parts of benchmark beneath their own");
        this.benchmark = benchmark + ".";
    }

    @Override
    public void check(JavaClass type, ConditionEvents events) {
        String part = part(type);
        if (part.isEmpty()) return;
        if (!KNOWN.containsKey(part)) {
            String what = type.getName() + ": expected one of the parts " + KNOWN.keySet();
            events.add(SimpleConditionEvent.violated(type, what));
            return;
        }
        for (Dependency dependency : type.getDirectDependenciesFromSelf()) {
            String other = part(dependency.getTargetClass());
            if (!other.isEmpty() && !other.equals(part) && !KNOWN.get(part).contains(other))
                events.add(SimpleConditionEvent.violated(type, dependency.getDescription()));
        }
    }

    /** Empty outside of benchmark, and for benchmark itself. */
    private String part(JavaClass type) {
        String name = type.getPackageName() + ".";
        if (!name.startsWith(benchmark)) return "";
        int end = name.indexOf('.', benchmark.length());
        return end < 0 ? "" : name.substring(benchmark.length(), end);
    }
}
