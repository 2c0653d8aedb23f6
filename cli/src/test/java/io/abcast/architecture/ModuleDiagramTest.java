package io.abcast.architecture;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.abcast.docs.Documents;
import io.abcast.docs.PlantUml;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/**
 * Tests the picture of the modules, which is drawn from the project's POMs. With {@code -Dabcast.docs.write=true}, the
 * test draws the picture again.
 */
final class ModuleDiagramTest {
    private static final Path PICTURE = Documents.ROOT.resolve("docs/architecture.svg");
    private static final String BEGIN = "<!-- arrows, drawn from the POMs:\n";
    private static final String END = "-->";

    private static final Map<String, List<String>> BANDS = bands();

    private static Map<String, List<String>> bands() {
        Map<String, List<String>> bands = new LinkedHashMap<>();
        bands.put("core", List.of("kernel", "log", "driver"));
        bands.put("protocols", List.of("zab-core", "zab-variants", "ordering", "dissemination"));
        bands.put("search", List.of("sim", "search"));
        bands.put("embed", List.of("bulk", "jgroups", "partitions"));
        bands.put("service", List.of("command", "client", "server"));
        bands.put(
                "tools",
                List.of(
                        "testkit",
                        "report",
                        "load",
                        "workloads",
                        "lab",
                        "cast",
                        "torture",
                        "papers",
                        "uplinks",
                        "benchmark",
                        "cli"));
        return bands;
    }

    @Test
    void thePictureShowsTheArrowsOfThePoms() throws IOException {
        Map<String, Set<String>> arrows = reduced(dependencies());
        StringBuilder text = new StringBuilder();
        arrows.forEach(
                (from, all) -> all.forEach(to -> text.append(from + " > " + to).append('\n')));
        if (Boolean.getBoolean("abcast.docs.write")) write(arrows, text.toString());
        String picture = Files.readString(PICTURE);
        int begin = picture.indexOf(BEGIN) + BEGIN.length();
        assertEquals(
                text.toString(),
                picture.substring(begin, picture.indexOf(END, begin)),
                "draw it again: -Dabcast.docs.write=true");
    }

    @Test
    void everyModuleIsInOneBand() {
        Set<String> drawn = new TreeSet<>();
        BANDS.values().forEach(drawn::addAll);
        Set<String> all = new TreeSet<>();
        for (Houses.House house : Houses.ALL) all.add(house.name());
        assertEquals(all, drawn);
        assertEquals(all.size(), BANDS.values().stream().mapToInt(List::size).sum());
    }

    private static Map<String, Set<String>> dependencies() throws IOException {
        Map<String, String> byArtifact = new TreeMap<>();
        for (Houses.House house : Houses.ALL) byArtifact.put(house.artifact(), house.name());
        Map<String, Set<String>> all = new LinkedHashMap<>();
        for (Houses.House house : Houses.ALL) {
            Set<String> needed = new TreeSet<>();
            for (Pom.Needed each : ModulesTest.pom(house).dependencies())
                if (!each.scope().equals("test") && byArtifact.containsKey(each.artifact()))
                    needed.add(byArtifact.get(each.artifact()));
            all.put(house.name(), needed);
        }
        // Only a Maven profile of the POM has this dependency, because the libraries of torture are
        // large.
        all.get("cli").add("torture");
        return all;
    }

    private static Map<String, Set<String>> reduced(Map<String, Set<String>> all) {
        Map<String, Set<String>> reached = new LinkedHashMap<>();
        Map<String, Set<String>> reduced = new LinkedHashMap<>();
        all.forEach(
                (from, needed) -> {
                    Set<String> beyond = new TreeSet<>();
                    needed.forEach(to -> beyond.addAll(reached.get(to)));
                    Set<String> nearest = new TreeSet<>(needed);
                    nearest.removeAll(beyond);
                    reduced.put(from, nearest);
                    Set<String> reach = new TreeSet<>(beyond);
                    reach.addAll(needed);
                    reached.put(from, reach);
                });
        return reduced;
    }

    private static void write(Map<String, Set<String>> arrows, String text) throws IOException {
        StringBuilder source = new StringBuilder("@startuml\n!pragma layout smetana\n");
        source.append("hide stereotype\nskinparam shadowing false\nskinparam ranksep 40\n");
        source.append("skinparam rectangle {\n BackgroundColor #FFFFFF\n BorderColor #555555\n}\n");
        source.append("skinparam packageStyle rectangle\n");
        BANDS.forEach(
                (band, modules) -> {
                    source.append("package \"" + band + "\" as band_" + band + " #F4F6F8 {\n");
                    for (String module : modules)
                        source.append("rectangle \"" + module + "\" as " + id(module) + "\n");
                    source.append("}\n");
                });
        arrows.forEach(
                (from, all) ->
                        all.forEach(to -> source.append(id(from) + " --> " + id(to)).append('\n')));
        source.append("@enduml\n");
        Files.writeString(PICTURE, PlantUml.svg(source.toString(), BEGIN + text + END));
    }

    private static String id(String module) {
        return module.replace('-', '_');
    }
}
