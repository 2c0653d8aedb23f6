package io.abcast.architecture;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.abcast.docs.Documents;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * Tests that every test that starts a process has a tag, so that {@code mvn verify} without tagged tests stays fast.
 */
final class TagsTest {
    private static final Pattern STARTS =
            Pattern.compile(
                    "\\b(ProcessBuilder|LocalEnsemble|ServerProcess|TestClusters|BriefJvm|JvmCommand|SocketProcesses"
                            + "|SocketEvaluation|OutsideMaven|CastComparison)\\b");

    private static final Pattern TAGGED =
            Pattern.compile("@Tag\\(\"(process|torture|peers|search)\"\\)");

    /** Tests that may start a process without a tag, each with its reason. */
    private static final Map<String, String> UNTAGGED =
            Map.of(
                    "TagsTest", "names what it looks for",
                    "SmokeTest", "the only untagged test with real servers",
                    "CiRunTest", "a shell with a Maven that only answers",
                    "HostProcessTest", "a shell that ends at once",
                    "NamesTest", "one small JVM in another locale",
                    "ServerProcessTest", "starts none: asks one that was not started",
                    "FbpKeysTest", "runs the script that makes keys",
                    "WatchTest", "runs keytool once");

    @Test
    void testsThatStartAProcessHaveATag() throws IOException {
        List<String> wrong = new ArrayList<>();
        Set<String> met = new TreeSet<>();
        for (Path file : tests()) {
            String name = file.getFileName().toString().replace(".java", "");
            String text = Files.readString(file);
            if (!STARTS.matcher(text).find() || TAGGED.matcher(text).find()) continue;
            if (UNTAGGED.containsKey(name)) met.add(name);
            else wrong.add(file + ": starts a process; expected @Tag(\"process\")");
        }
        assertEquals("", String.join("\n", wrong));
        assertEquals(new TreeSet<>(UNTAGGED.keySet()), met, "exceptions that are not needed");
    }

    private static List<Path> tests() throws IOException {
        List<Path> found = new ArrayList<>();
        List<Path> folders = new ArrayList<>();
        for (Houses.House house : Houses.ALL) folders.add(Documents.ROOT.resolve(house.folder()));
        folders.add(Documents.ROOT.resolve("benchmark/peers"));
        for (Path folder : folders) {
            Path sources = folder.resolve("src/test/java");
            if (!Files.exists(sources)) continue;
            try (Stream<Path> all = Files.walk(sources)) {
                all.filter(file -> file.toString().matches(".*(Test|IT)\\.java"))
                        .forEach(found::add);
            }
        }
        return found;
    }
}
