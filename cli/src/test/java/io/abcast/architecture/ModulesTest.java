package io.abcast.architecture;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.abcast.docs.Documents;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Tests that the table of modules, the POMs and the code state the same dependencies. */
final class ModulesTest {
    private static final Houses HOUSES = new Houses(Production.ROOT);

    /** Strings that name a package of a module without an allowed dependency, each with its reason. */
    private static final Map<String, String> STRINGS =
            Map.of(
                    "search -> jgroups",
                    "mutants of the elements are compiled against the class path of the process that runs them",
                    "search -> partitions",
                    "mutants of the store are compiled in the same way");

    /** Simple class names that two classes of the project may share, each with its reason. */
    private static final Map<String, String> SAME_NAMES = Map.of();

    private static final List<String> HEAVY =
            List.of("org.opensearch", "org.apache.lucene", "org.apache.logging.log4j", "org.junit");

    static Pom pom(Houses.House house) throws IOException {
        return Pom.read(Documents.ROOT.resolve(house.folder()).resolve("pom.xml"));
    }

    @Test
    void everyPomDeclaresExactlyTheArtifactsThatTheCodeNames() throws IOException {
        References references = new References(HOUSES, Production.CLASSES, Documents.ROOT);
        List<String> wrong = new ArrayList<>();
        for (Houses.House house : Houses.ALL) {
            Pom pom = pom(house);
            assertEquals(house.artifact(), pom.artifact(), house.folder());
            Set<String> known = new TreeSet<>();
            for (Houses.House other : Houses.ALL)
                if (Houses.knownTo(house.name()).contains(other.name()))
                    known.add(other.artifact());
            Map<String, String> named = references.named(house.name());
            Set<String> declared = new TreeSet<>();
            for (Pom.Needed needed : pom.dependencies()) {
                if (needed.group().equals("io.abcast")
                        && !needed.scope().equals("test")
                        && !known.contains(needed.artifact()))
                    wrong.add(house.folder() + "/pom.xml: not of its row: " + needed.artifact());
                if (!needed.compile()) continue;
                declared.add(needed.artifact());
                if (!named.containsKey(needed.artifact()))
                    wrong.add(house.folder() + "/pom.xml: unused: " + needed.artifact());
            }
            named.forEach(
                    (artifact, where) -> {
                        if (!declared.contains(artifact))
                            wrong.add(
                                    house.folder()
                                            + "/pom.xml: undeclared: "
                                            + artifact
                                            + ", named by "
                                            + where);
                    });
            references
                    .strings(house.name())
                    .forEach(
                            (other, where) -> {
                                if (!Houses.knownTo(house.name()).contains(other)
                                        && !STRINGS.containsKey(house.name() + " -> " + other))
                                    wrong.add(
                                            house.name()
                                                    + " must not know "
                                                    + other
                                                    + ", which a string names: "
                                                    + where);
                            });
        }
        assertEquals("", String.join("\n", wrong));
    }

    @Test
    void aModuleHoldsThePackagesOfItsRowOnly() throws IOException {
        List<String> wrong = new ArrayList<>();
        for (Houses.House house : Houses.ALL)
            for (String name : packagesIn(Documents.ROOT.resolve(house.folder())))
                if (!house.name().equals(HOUSES.of(name)))
                    wrong.add(
                            "package "
                                    + name
                                    + " is in "
                                    + house.folder()
                                    + ", the table has it in "
                                    + HOUSES.of(name));
        assertEquals("", String.join("\n", wrong));
    }

    private static Set<String> packagesIn(Path folder) throws IOException {
        Path sources = folder.resolve("src/main/java");
        Set<String> packages = new TreeSet<>();
        for (Path file : classesIn(folder))
            packages.add(sources.relativize(file.getParent()).toString().replace('/', '.'));
        return packages;
    }

    private static List<Path> classesIn(Path folder) throws IOException {
        try (Stream<Path> all = Files.walk(folder.resolve("src/main/java"))) {
            return all.filter(file -> file.toString().endsWith(".java")).toList();
        }
    }

    @Test
    void everyClassHasASimpleNameOfItsOwn() throws IOException {
        Map<String, Path> byName = new TreeMap<>();
        List<String> wrong = new ArrayList<>();
        Set<String> met = new TreeSet<>();
        for (Houses.House house : Houses.ALL)
            for (Path file : classesIn(Documents.ROOT.resolve(house.folder()))) {
                String name = file.getFileName().toString().replace(".java", "");
                Path other = byName.put(name, file);
                if (other == null || name.equals("package-info")) continue;
                if (SAME_NAMES.containsKey(name)) met.add(name);
                else wrong.add(name + ": " + other + " and " + file);
            }
        assertEquals("", String.join("\n", wrong));
        assertEquals(SAME_NAMES.keySet(), met, "exceptions that are not needed");
        assertTrue(SAME_NAMES.size() <= 5);
    }

    @Test
    void commandsExceptTortureHaveNoHeavyLibraries() throws IOException {
        Map<String, Houses.House> byArtifact = new HashMap<>();
        for (Houses.House house : Houses.ALL) byArtifact.put(house.artifact(), house);
        Set<String> reached = new TreeSet<>();
        List<String> wrong = new ArrayList<>();
        reach("abcast-cli", byArtifact, reached, wrong);
        assertEquals("", String.join("\n", wrong));
        assertTrue(reached.contains("abcast-server") && reached.contains("abcast-cast"));
        assertTrue(!reached.contains("abcast-torture"), "torture is in a profile of its own");
    }

    private static void reach(
            String artifact,
            Map<String, Houses.House> byArtifact,
            Set<String> reached,
            List<String> wrong)
            throws IOException {
        if (!reached.add(artifact)) return;
        for (Pom.Needed needed : pom(byArtifact.get(artifact)).dependencies()) {
            if (!needed.passedOn()) continue;
            if (byArtifact.containsKey(needed.artifact()))
                reach(needed.artifact(), byArtifact, reached, wrong);
            else if (HEAVY.stream().anyMatch(needed.group()::startsWith))
                wrong.add(artifact + " brings " + needed.group() + ":" + needed.artifact());
        }
    }

    @Test
    void theBomHasTheArtifactsForOtherProjects() throws IOException {
        Set<String> listed = new TreeSet<>();
        for (Pom.Needed each : Pom.read(Documents.ROOT.resolve("bom/pom.xml")).managed())
            listed.add(each.artifact());
        Set<String> expected = new TreeSet<>(Set.of("abcast-sim"));
        for (String used : List.of("jgroups", "partitions", "client", "server", "testkit"))
            for (String known : Houses.knownTo(used)) expected.add("abcast-" + known);
        // abcast-command comes with abcast-server, and embedders do not use it directly.
        expected.remove("abcast-command");
        assertEquals(expected, listed);
    }

    @Test
    void stringsOfAClassFileAreFound() throws IOException {
        String name = "/" + ModulesTest.class.getName().replace('.', '/') + ".class";
        byte[] bytes = ModulesTest.class.getResourceAsStream(name).readAllBytes();
        assertTrue(
                StringConstants.of(new ByteArrayInputStream(bytes)).contains("search -> jgroups"));
    }
}
