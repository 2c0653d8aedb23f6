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
 * The modules as a table: which packages each one holds, and which modules it uses. A row uses earlier rows only, and what these use. So
 * the table has no cycle, and an arrow that points the wrong way is refused.
 */
final class Houses extends ArchCondition<JavaClass> {
    /**
     * @param packages without the root; those in them belong to it as well, unless a row names them
     * @param uses the nearest of the rows before, from which the others follow
     */
    record House(String name, List<String> packages, List<String> uses) {}

    static final List<House> ALL =
            List.of(
                    house("kernel", "kernel"),
                    house("log", "log", "kernel"),
                    house("driver", "driver", "log"),
                    house("zab-core", "zab", "kernel"),
                    house("zab-variants", "zab.variants zab.coin", "zab-core"),
                    house("ordering", "ordering", "kernel"),
                    house("dissemination", "dissemination", "kernel"),
                    house("sim", "sim", "driver"),
                    house("command", "command", "kernel"),
                    house(
                            "search",
                            "search",
                            "sim",
                            "zab-variants",
                            "ordering",
                            "dissemination",
                            "command"),
                    house("bulk", "bulk", "dissemination"),
                    house("jgroups", "jgroups", "driver", "zab-variants", "ordering", "bulk"),
                    house("client", "client", "kernel"),
                    house("report", "report", "command"),
                    house("load", "load", "command"),
                    house("server", "server", "jgroups", "client", "command"),
                    house("testkit", "testkit", "server"),
                    house("cast", "cast", "jgroups", "report"),
                    house("torture", "torture", "testkit", "report"),
                    house("papers", "papers", "sim", "jgroups", "report"),
                    house("benchmark", "benchmark", "load", "testkit", "report"),
                    house("cli", "cli", "client", "report", "zab-variants"));

    private static House house(String name, String packages, String... uses) {
        return new House(name, List.of(packages.split(" ")), List.of(uses));
    }

    private static final Map<String, Set<String>> KNOWN = known();

    /** By row, the rows that it may know. */
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

    private final String root;

    /** The packages of all rows and their rows, those within others first. */
    private final List<Map.Entry<String, String>> packages = new ArrayList<>();

    /** @param root the package of all of them */
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
        String house = houseOf(type);
        if (house == null) {
            String what = type.getName() + " is in a package of no row";
            events.add(SimpleConditionEvent.violated(type, what));
            return;
        }
        for (Dependency dependency : type.getDirectDependenciesFromSelf()) {
            JavaClass other = dependency.getTargetClass().getBaseComponentType();
            if (!other.getPackageName().startsWith(root + ".")) continue;
            if (KNOWN.get(house).contains(houseOf(other))) continue;
            String what = house + " must not know " + houseOf(other) + ": ";
            events.add(SimpleConditionEvent.violated(type, what + dependency.getDescription()));
        }
    }

    /** {@code null}: of no row. */
    private String houseOf(JavaClass type) {
        String name = type.getPackageName() + ".";
        for (Map.Entry<String, String> each : packages)
            if (name.startsWith(each.getKey())) return each.getValue();
        return null;
    }
}
