package io.abcast.docs;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.abcast.bulk.BulkTransfer;
import io.abcast.client.StoreClient;
import io.abcast.command.CommandLines;
import io.abcast.command.process.PortBlock;
import io.abcast.dissemination.omaha.Omaha;
import io.abcast.driver.Deadlines;
import io.abcast.jgroups.ZAB;
import io.abcast.kernel.Node;
import io.abcast.log.Storage;
import io.abcast.ordering.log.LogNode;
import io.abcast.server.ReplicaServer;
import io.abcast.zab.ZabNode;
import io.abcast.zab.variants.Variants;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.function.BiFunction;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Builds projects outside this project with Maven, from the packaged artifacts of abcast, for example {@code
 * examples/hello}, the program of the README.
 */
@Tag("process")
final class OutsiderIT {
    private static final Path HELLO = Documents.ROOT.resolve("examples/hello");
    private static final Pattern ELEMENT = Pattern.compile("(?s)<io\\.abcast\\.jgroups\\.ZAB.*?/>");
    private static final int SERVERS = 3;

    private static final Set<String> JGROUPS =
            Set.of(
                    "abcast-bulk",
                    "abcast-dissemination",
                    "abcast-driver",
                    "abcast-jgroups",
                    "abcast-kernel",
                    "abcast-log",
                    "abcast-ordering",
                    "abcast-zab-core",
                    "abcast-zab-variants",
                    "jgroups",
                    "ojalgo");

    private static final Set<String> CLIENT =
            Set.of(
                    "abcast-client",
                    "abcast-kernel",
                    "netty-buffer",
                    "netty-codec-base",
                    "netty-common",
                    "netty-handler",
                    "netty-resolver",
                    "netty-transport",
                    "netty-transport-native-unix-common");

    private static final Set<String> SERVER =
            Set.of(
                    "abcast-command",
                    "abcast-server",
                    "HdrHistogram",
                    "jspecify",
                    "micrometer-commons",
                    "micrometer-core",
                    "micrometer-observation",
                    "micrometer-registry-prometheus",
                    "picocli",
                    "prometheus-metrics-config",
                    "prometheus-metrics-core",
                    "prometheus-metrics-exposition-formats",
                    "prometheus-metrics-exposition-textformats",
                    "prometheus-metrics-model",
                    "prometheus-metrics-tracer-common");

    @TempDir private Path dir;
    private OutsideMaven maven;

    @BeforeEach
    void addArtifacts() throws IOException {
        maven = new OutsideMaven(dir.resolve("repository"));
        Stream.of(
                        ZAB.class,
                        Variants.class,
                        ZabNode.class,
                        LogNode.class,
                        BulkTransfer.class,
                        Omaha.class,
                        Deadlines.class,
                        Storage.class,
                        Node.class,
                        StoreClient.class,
                        ReplicaServer.class,
                        CommandLines.class)
                .forEach(this::add);
        maven.add(Documents.ROOT.resolve("pom.xml"), "abcast-parent");
        maven.add(Documents.ROOT.resolve("service/pom.xml"), "abcast-service");
        maven.add(Documents.ROOT.resolve("bom/pom.xml"), "abcast-bom");
    }

    private void add(Class<?> ofArtifact) {
        try {
            maven.add(jarOf(ofArtifact));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @AfterEach
    void close() throws IOException {
        maven.close();
    }

    @Test
    void theReadmeShowsTheProgramAndTheDependencyOfTheExample() {
        String readme = Documents.read("README.md");
        assertEquals(
                Documents.read(HELLO.resolve("src/main/java/Hello.java")),
                Documents.between(readme, "```java\n", "```"));
        String pom = Documents.read(HELLO.resolve("pom.xml")).replaceAll("\\s+", "");
        String dependency = Documents.between(readme, "```xml\n<dependencyManagement>", "```");
        assertTrue(pom.contains(dependency.replaceAll("\\s+", "")), dependency);
    }

    @Test
    void theExampleReplicatesBetweenThreeProcesses() throws Exception {
        Path project = copy(HELLO, dir.resolve("hello"));
        Path it = Path.of("src", "it", "outsider");
        Files.copy(it.resolve("Outsider.java"), project.resolve("src/main/java/Outsider.java"));
        Files.copy(it.resolve("my-stack.xml"), project.resolve("src/main/resources/my-stack.xml"));
        maven.run(project, "package");
        assertEquals(JGROUPS, artifacts(project.resolve("target/lib")));
        String classPath =
                project.resolve("target/hello-1.jar")
                        + File.pathSeparator
                        + project.resolve("target/lib")
                        + "/*";
        runHello(classPath);
        runOutsiders(classPath);
    }

    @Test
    void theDependenciesOfClientAndServerAreExact() throws Exception {
        assertEquals(CLIENT, treeOf("abcast-client"));
        Set<String> server = new TreeSet<>(SERVER);
        server.addAll(CLIENT);
        server.addAll(JGROUPS);
        assertEquals(server, treeOf("abcast-server"));
    }

    private Set<String> treeOf(String artifact) throws Exception {
        Path project = Files.createDirectory(dir.resolve(artifact));
        String pom = Documents.read(HELLO.resolve("pom.xml"));
        Files.writeString(
                project.resolve("pom.xml"),
                pom.replace(
                        "<artifactId>abcast-jgroups</artifactId>",
                        "<artifactId>" + artifact + "</artifactId>"));
        maven.run(project, "package");
        return artifacts(project.resolve("target/lib"));
    }

    private static Set<String> artifacts(Path lib) throws IOException {
        try (Stream<Path> jars = Files.list(lib)) {
            return jars.map(jar -> jar.getFileName().toString().replaceAll("-\\d.*$", ""))
                    .collect(Collectors.toCollection(TreeSet::new));
        }
    }

    private void runHello(String classPath) throws Exception {
        Path here = Files.createDirectories(dir.resolve("run/config")).getParent();
        String readme = Documents.read("README.md");
        String element = "<io." + Documents.between(readme, "```xml\n<io.", "```").strip();
        Files.writeString(
                here.resolve("config/zab-tcp.xml"),
                ELEMENT.matcher(Documents.read("config/zab-tcp.xml"))
                        .replaceFirst(Matcher.quoteReplacement(element)));
        List<Process> processes = new ArrayList<>();
        try {
            List<Path> outputs =
                    start(
                            here,
                            classPath,
                            "Hello",
                            (id, ports) ->
                                    List.of(
                                            "-Dabcast.id=" + id,
                                            "-Djgroups.bind_port=" + ports.get(id - 1),
                                            "-Djgroups.tcpping.initial_hosts=" + hosts(ports)),
                            processes);
            long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(90);
            for (int i = 0; i < SERVERS; i++) {
                String printed = "";
                while (!printed.matches("(?s).*(^|\n)server [123]\n.*")) {
                    String all = printed;
                    assertTrue(
                            processes.get(i).isAlive() && System.nanoTime() < deadline, () -> all);
                    processes.get(i).waitFor(50, TimeUnit.MILLISECONDS);
                    printed = read(outputs.get(i));
                }
            }
            for (Process process : processes) {
                process.getOutputStream().write('\n');
                process.getOutputStream().flush();
            }
            for (Process process : processes)
                assertTrue(process.waitFor(30, TimeUnit.SECONDS), "expected Enter to end it");
        } finally {
            processes.forEach(Process::destroyForcibly);
        }
    }

    private void runOutsiders(String classPath) throws Exception {
        List<Process> processes = new ArrayList<>();
        List<Path> outputs;
        try {
            outputs =
                    start(
                            Files.createDirectory(dir.resolve("outsiders")),
                            classPath,
                            "Outsider",
                            (id, ports) ->
                                    List.of(
                                            "-Xmx128m",
                                            "-Dmy.id=" + id,
                                            "-Dmy.port=" + ports.get(id - 1),
                                            "-Dmy.hosts=" + hosts(ports),
                                            "-Dmy.data=" + dir.resolve("data-" + id)),
                            processes);
            for (int i = 0; i < SERVERS; i++) {
                Process process = processes.get(i);
                Path output = outputs.get(i);
                assertTrue(process.waitFor(100, TimeUnit.SECONDS), () -> read(output));
                assertEquals(0, process.exitValue(), () -> read(output));
            }
        } finally {
            processes.forEach(Process::destroyForcibly);
        }
        Set<String> maps = new TreeSet<>();
        for (Path output : outputs)
            read(output).lines().filter(line -> line.startsWith("map: ")).forEach(maps::add);
        assertEquals(1, maps.size(), maps::toString);
        assertTrue(maps.toString().startsWith("[map: 303 keys"), maps::toString);
    }

    private static List<Path> start(
            Path here,
            String classPath,
            String main,
            BiFunction<Integer, List<Integer>, List<String>> flags,
            List<Process> processes)
            throws IOException {
        List<Integer> ports = freePorts();
        List<Path> outputs = new ArrayList<>();
        for (int id = 1; id <= SERVERS; id++) {
            outputs.add(here.resolve("output-" + id));
            List<String> command = new ArrayList<>();
            command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
            // Run without the optimizing JIT compiler, because the program runs for only a few
            // seconds.
            command.add("-XX:TieredStopAtLevel=1");
            command.addAll(flags.apply(id, ports));
            command.addAll(List.of("-cp", classPath, main));
            processes.add(
                    new ProcessBuilder(command)
                            .directory(here.toFile())
                            .redirectErrorStream(true)
                            .redirectOutput(outputs.get(id - 1).toFile())
                            .start());
        }
        return outputs;
    }

    private static String hosts(List<Integer> ports) {
        return ports.stream()
                .map(port -> "127.0.0.1[" + port + "]")
                .collect(Collectors.joining(","));
    }

    private static Path jarOf(Class<?> type) {
        try {
            Path jar = Path.of(type.getProtectionDomain().getCodeSource().getLocation().toURI());
            assertTrue(
                    jar.toString().endsWith(".jar"), () -> "expected a packaged jar, got " + jar);
            return jar;
        } catch (URISyntaxException e) {
            throw new IllegalStateException(e);
        }
    }

    private static Path copy(Path from, Path to) throws IOException {
        try (Stream<Path> files = Files.walk(from)) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                Path relative = from.relativize(file);
                if (relative.startsWith("target")) continue;
                Files.createDirectories(to.resolve(relative).getParent());
                Files.copy(file, to.resolve(relative));
            }
        }
        return to;
    }

    private static List<Integer> freePorts() throws IOException {
        int first = PortBlock.find(IntStream.range(0, SERVERS));
        return IntStream.range(first, first + SERVERS).boxed().toList();
    }

    private static String read(Path file) {
        try {
            return Files.readString(file, StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
