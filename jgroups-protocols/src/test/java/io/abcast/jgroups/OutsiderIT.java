package io.abcast.jgroups;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.abcast.kernel.Node;
import io.abcast.zab.ZabNode;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import javax.tools.ToolProvider;
import javax.xml.parsers.DocumentBuilderFactory;
import org.jgroups.JChannel;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;

/** Builds somebody else's project against the packaged artifacts, and nothing else, and runs it as three processes. */
final class OutsiderIT {
    private static final Path PROJECT = Path.of("src", "it", "outsider");

    @Test
    void aProjectThatDependsOnTheArtifactsReplicatesThroughAStackOfItsOwn(@TempDir Path dir)
            throws Exception {
        assertEquals(List.of("io.abcast:abcast-jgroups"), dependencies());
        String classPath =
                Stream.of(ZAB.class, ZabNode.class, Node.class, JChannel.class)
                        .map(OutsiderIT::jarOf)
                        .collect(Collectors.joining(File.pathSeparator));
        Path classes = build(dir, classPath);

        List<Integer> ports = freePorts();
        String hosts =
                ports.stream()
                        .map(port -> "127.0.0.1[" + port + "]")
                        .collect(Collectors.joining(","));
        List<Process> processes = new ArrayList<>();
        List<Path> outputs = new ArrayList<>();
        try {
            for (int id = 1; id <= 3; id++) {
                Path output = dir.resolve("output-" + id);
                outputs.add(output);
                processes.add(
                        new ProcessBuilder(
                                        Path.of(System.getProperty("java.home"), "bin", "java")
                                                .toString(),
                                        "-Xmx128m",
                                        "-Dmy.id=" + id,
                                        "-Dmy.port=" + ports.get(id - 1),
                                        "-Dmy.hosts=" + hosts,
                                        "-Dmy.data=" + dir.resolve("data-" + id),
                                        "-cp",
                                        classes + File.pathSeparator + classPath,
                                        "com.example.outsider.Outsider")
                                .redirectErrorStream(true)
                                .redirectOutput(output.toFile())
                                .start());
            }
            for (int i = 0; i < 3; i++) {
                Process process = processes.get(i);
                Path output = outputs.get(i);
                assertTrue(process.waitFor(100, TimeUnit.SECONDS), () -> read(output));
                assertEquals(0, process.exitValue(), () -> read(output));
            }
        } finally {
            processes.forEach(Process::destroyForcibly);
        }
        List<String> maps = new ArrayList<>();
        for (Path output : outputs)
            maps.add(
                    read(output)
                            .lines()
                            .filter(line -> line.startsWith("map: "))
                            .findFirst()
                            .orElse("nothing"));
        assertEquals(1, maps.stream().distinct().count(), maps::toString);
        assertTrue(maps.get(0).startsWith("map: 303 keys"), maps::toString);
    }

    /** What the project's own pom asks for. */
    private static List<String> dependencies() throws Exception {
        NodeList nodes =
                DocumentBuilderFactory.newInstance()
                        .newDocumentBuilder()
                        .parse(PROJECT.resolve("pom.xml").toFile())
                        .getElementsByTagName("dependency");
        return IntStream.range(0, nodes.getLength())
                .mapToObj(i -> (Element) nodes.item(i))
                .map(
                        e ->
                                e.getElementsByTagName("groupId").item(0).getTextContent()
                                        + ":"
                                        + e.getElementsByTagName("artifactId")
                                                .item(0)
                                                .getTextContent())
                .toList();
    }

    private static String jarOf(Class<?> type) {
        try {
            Path jar = Path.of(type.getProtectionDomain().getCodeSource().getLocation().toURI());
            assertTrue(
                    jar.toString().endsWith(".jar"), () -> "expected a packaged jar, got " + jar);
            return jar.toString();
        } catch (URISyntaxException e) {
            throw new IllegalStateException(e);
        }
    }

    private static Path build(Path dir, String classPath) throws IOException {
        Path classes = Files.createDirectories(dir.resolve("classes"));
        Path source = PROJECT.resolve("src/main/java/com/example/outsider/Outsider.java");
        int errors =
                ToolProvider.getSystemJavaCompiler()
                        .run(
                                null,
                                null,
                                null,
                                "-proc:none",
                                "--release",
                                "17",
                                "-d",
                                classes.toString(),
                                "-cp",
                                classPath,
                                source.toString());
        assertEquals(0, errors);
        Files.copy(
                PROJECT.resolve("src/main/resources/my-stack.xml"),
                classes.resolve("my-stack.xml"));
        return classes;
    }

    private static List<Integer> freePorts() throws IOException {
        List<ServerSocket> sockets = new ArrayList<>();
        for (int i = 0; i < 3; i++)
            sockets.add(new ServerSocket(0, 1, InetAddress.getLoopbackAddress()));
        List<Integer> ports = sockets.stream().map(ServerSocket::getLocalPort).toList();
        for (ServerSocket socket : sockets) socket.close();
        return ports;
    }

    private static String read(Path file) {
        try {
            return Files.readString(file, StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
