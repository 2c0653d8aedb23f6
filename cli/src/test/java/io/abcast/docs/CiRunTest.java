package io.abcast.docs;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests the script {@code .ci/run} with a fake Maven and a fake JDK 999 that only print answers. */
final class CiRunTest {
    private static final String TEST_COMMAND = "mvn -B -ntp verify";

    @TempDir private Path directory;
    private Path bin;
    private Path newest;
    private String secondsMax = "1800";

    @BeforeEach
    void pretend() throws IOException {
        bin = Files.createDirectory(directory.resolve("bin"));
        newest = directory.resolve("jdk-999");
        Files.createDirectories(newest.resolve("bin"));
        Files.writeString(newest.resolve("release"), "JAVA_VERSION=\"999.1\"\n");
        program(newest.resolve("bin/java"), "echo version >&2; echo 'Pretended JDK' >&2");
        program(newest.resolve("bin/javac"), "exit 0");
        maven("exit 0");
    }

    private static void program(Path file, String script) throws IOException {
        Files.writeString(file, "#!/bin/sh\n" + script + "\n");
        assertTrue(file.toFile().setExecutable(true));
    }

    private void maven(String end) throws IOException {
        program(bin.resolve("mvn"), "echo \"ran $JAVA_HOME: mvn $*\"; " + end);
    }

    private record Outcome(int status, String output) {
        List<String> runs() {
            return output.lines().filter(line -> line.startsWith("ran ")).toList();
        }
    }

    private Outcome run() throws Exception {
        ProcessBuilder builder = new ProcessBuilder("bash", Documents.ROOT + "/.ci/run");
        Map<String, String> environment = builder.environment();
        environment.put("PATH", bin + ":" + environment.get("PATH"));
        environment.put("JAVA_HOME", System.getProperty("java.home"));
        environment.put("JAVA_HOME_999_X64", newest.toString());
        environment.put("CI_SECONDS_MAX", secondsMax);
        Path output = directory.resolve("output");
        Process process = builder.redirectErrorStream(true).redirectOutput(output.toFile()).start();
        assertTrue(process.waitFor(60, TimeUnit.SECONDS), "still running");
        return new Outcome(process.exitValue(), Files.readString(output, StandardCharsets.UTF_8));
    }

    @Test
    void runsTheTestCommandOfTheReadmeOnTwoJdks() throws Exception {
        Outcome outcome = run();
        assertEquals(0, outcome.status(), outcome::output);
        assertEquals(3, outcome.runs().size(), outcome::output);
        assertTrue(outcome.runs().get(0).endsWith(": " + TEST_COMMAND), outcome::output);
        assertTrue(
                outcome.runs().get(1).startsWith("ran " + newest + ": " + TEST_COMMAND + " "),
                outcome::output);
        assertTrue(
                outcome.runs()
                        .get(2)
                        .startsWith(
                                "ran "
                                        + newest
                                        + ": "
                                        + TEST_COMMAND
                                        + " -T1 -Pfull -Dabcast.tags=process "),
                outcome::output);
        assertTrue(outcome.output().contains("Pretended JDK in " + newest), outcome::output);
        assertTrue(outcome.output().contains("JDK 999.1: passed"), outcome::output);
        assertTrue(Documents.read("README.md").contains("\n    " + TEST_COMMAND + "\n"));
    }

    @Test
    void aHostThatIsTooSlowForTwoRunsReportsThat() throws Exception {
        secondsMax = "0";
        Outcome outcome = run();
        assertEquals(0, outcome.status(), outcome::output);
        assertEquals(1, outcome.runs().size(), outcome::output);
        assertTrue(outcome.output().contains("JDK 999 is not run: "), outcome::output);
        assertTrue(
                outcome.output().contains("tests of real processes are not run: "),
                outcome::output);
    }

    @Test
    void aFailureOnOneJdkFailsTheRunAndBothJdksAreRun() throws Exception {
        for (String failing : List.of("= '" + newest + "'", "!= '" + newest + "'")) {
            maven("[ \"$JAVA_HOME\" " + failing + " ] && exit 3; exit 0");
            Outcome outcome = run();
            assertEquals(1, outcome.status(), outcome::output);
            assertEquals(3, outcome.runs().size(), outcome::output);
            assertTrue(outcome.output().contains(": FAILED, exit 3 in "), outcome::output);
            assertTrue(outcome.output().contains(": passed in "), outcome::output);
        }
    }
}
