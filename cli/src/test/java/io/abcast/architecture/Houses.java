package io.abcast.architecture;

import com.tngtech.archunit.core.domain.Dependency;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.lang.ArchCondition;
import com.tngtech.archunit.lang.ConditionEvents;
import com.tngtech.archunit.lang.SimpleConditionEvent;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The table of modules, with the modules that each one uses; a module may also use what its used modules use. A row may
 * name only modules of earlier rows, so dependencies have no cycle.
 */
final class Houses extends ArchCondition<JavaClass> {
    /**
     * @param name name of the module; its artifact is {@code abcast-NAME}
     * @param folder folder of the module below the root of the project
     * @param packages packages of the module, without the root package; sub-packages belong to the module unless
     *     another row names them
     * @param uses the modules that the module uses directly
     */
    record House(String name, String folder, List<String> packages, List<String> uses) {
        String artifact() {
            return "abcast-" + name;
        }
    }

    static final List<House> ALL =
            List.of(
                    house("kernel", "kernel", "kernel"),
                    house("log", "log", "log", "kernel"),
                    house("driver", "driver", "driver", "log"),
                    house("zab-core", "zab-core", "zab", "kernel"),
                    house("zab-variants", "zab-variants", "zab.variants zab.coin", "zab-core"),
                    house("ordering", "ordering", "ordering", "kernel"),
                    house("dissemination", "dissemination", "dissemination", "kernel"),
                    house("sim", "sim", "sim", "driver"),
                    house("command", "service/command", "command", "kernel"),
                    house(
                            "search",
                            "benchmark/search",
                            "search",
                            "sim",
                            "zab-variants",
                            "ordering",
                            "dissemination",
                            "command"),
                    house("bulk", "bulk", "bulk", "dissemination"),
                    house(
                            "jgroups",
                            "jgroups-protocols",
                            "jgroups",
                            "driver",
                            "zab-variants",
                            "ordering",
                            "bulk"),
                    house("partitions", "partitions", "partitions", "jgroups"),
                    house("client", "service/client", "client", "kernel"),
                    house("server", "service/server", "server", "jgroups", "client", "command"),
                    house("testkit", "benchmark/testkit", "testkit", "server"),
                    house("report", "benchmark/report", "report", "command"),
                    house("load", "benchmark/load", "load", "command"),
                    house("workloads", "benchmark/workloads", "workloads", "partitions", "report"),
                    house("lab", "benchmark/lab", "lab", "command"),
                    house("cast", "benchmark/cast", "cast", "jgroups", "report", "lab"),
                    house("torture", "benchmark/torture", "torture", "testkit", "report"),
                    house("papers", "benchmark/papers", "papers", "sim", "jgroups", "report"),
                    house("uplinks", "benchmark/uplinks", "uplinks", "papers", "load", "lab"),
                    house(
                            "benchmark",
                            "benchmark/bench",
                            "benchmark",
                            "load",
                            "testkit",
                            "report",
                            "workloads"),
                    house(
                            "cli",
                            "cli",
                            "cli",
                            "search",
                            "cast",
                            "torture",
                            "papers",
                            "uplinks",
                            "workloads",
                            "benchmark"));

    private static House house(String name, String folder, String packages, String... uses) {
        return new House(name, folder, List.of(packages.split(" ")), List.of(uses));
    }

    private static final Map<String, Set<String>> KNOWN = known();

    private static Map<String, Set<String>> known() {
        Map<String, Set<String>> known = new LinkedHashMap<>();
        for (House house : ALL) {
            Set<String> all = new LinkedHashSet<>(Set.of(house.name));
            for (String used : house.uses) {
                if (!known.containsKey(used))
                    throw new IllegalStateException(
                            house.name + ": expected an earlier row than its own, got " + used);
                all.addAll(known.get(used));
            }
            known.put(house.name, all);
        }
        return known;
    }

    static Set<String> knownTo(String house) {
        return KNOWN.get(house);
    }

    private final String root;

    /** Nested packages precede the packages that contain them. */
    private final List<Map.Entry<String, String>> packages = new ArrayList<>();

    Houses(String root) {
        super("know only the modules of their row");
        this.root = root;
        for (House house : ALL)
            for (String name : house.packages)
                packages.add(Map.entry(root + "." + name + ".", house.name));
        packages.sort(Comparator.comparingInt(each -> -each.getKey().length()));
    }

    @Override
    public void check(JavaClass type, ConditionEvents events) {
        if (type.getSimpleName().equals("package-info")) return;
        String house = of(type.getPackageName());
        if (house == null) {
            String what = type.getName() + " is in a package of no row";
            events.add(SimpleConditionEvent.violated(type, what));
            return;
        }
        for (Dependency dependency : type.getDirectDependenciesFromSelf()) {
            JavaClass other = dependency.getTargetClass().getBaseComponentType();
            if (!other.getPackageName().startsWith(root + ".")) continue;
            String known = of(other.getPackageName());
            if (KNOWN.get(house).contains(known)) continue;
            String what = house + " must not know " + known + ": ";
            events.add(SimpleConditionEvent.violated(type, what + dependency.getDescription()));
        }
    }

    String of(String packageName) {
        String name = packageName + ".";
        for (Map.Entry<String, String> each : packages)
            if (name.startsWith(each.getKey())) return each.getValue();
        return null;
    }
}
