package io.abcast.jgroups;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.abcast.bulk.BulkTransfer;
import io.abcast.dissemination.omaha.Omaha;
import io.abcast.driver.Deadlines;
import io.abcast.kernel.Node;
import io.abcast.log.Storage;
import io.abcast.ordering.log.LogNode;
import io.abcast.zab.ZabNode;
import io.abcast.zab.variants.Variants;
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
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jgroups.JChannel;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Has Maven build somebody else's project, which depends on the packaged artifact, and runs it as three processes. */
final class OutsiderIT {
    private static final Path PROJECT = Path.of("src", "it", "outsider");

    @Test
    void aProjectThatDependsOnTheArtifactsReplicatesThroughAStackOfItsOwn(@TempDir Path dir)
            throws Exception {
        List<Path> built =
                Stream.of(
                                ZAB.class,
                                Variants.class,
                                ZabNode.class,
                                LogNode.class,
                                BulkTransfer.class,
                                Omaha.class,
                                Deadlines.class,
                                Storage.class,
                                Node.class)
                        .map(OutsiderIT::jarOf)
                        .toList();
        List<Path> outputs;
        try (OutsideMaven maven = new OutsideMaven(dir.resolve("repository"))) {
            for (Path jar : built) maven.add(jar);
            maven.add(Path.of("..", "pom.xml"), "abcast-parent");
            Path project = copy(PROJECT, dir.resolve("outsider"));
            Path classPathFile = project.resolve("target/class-path");
            maven.run(
                    project,
                    "package",
                    "dependency:build-classpath",
                    "-Dmdep.includeScope=runtime",
                    "-Dmdep.outputFile=" + classPathFile);
            String dependencies = read(classPathFile).strip();
            assertEquals(
                    names(Stream.concat(built.stream(), Stream.of(jarOf(JChannel.class)))),
                    names(Stream.of(dependencies.split(File.pathSeparator)).map(Path::of)));
            Path jar = project.resolve("target/outsider-1.jar");
            outputs = runThree(dir, jar + File.pathSeparator + dependencies);
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

    /** What each process printed, once all have ended well. */
    private static List<Path> runThree(Path dir, String classPath)
            throws IOException, InterruptedException {
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
                                        classPath,
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
        return outputs;
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

    private static Set<String> names(Stream<Path> files) {
        return files.map(file -> file.getFileName().toString()).collect(Collectors.toSet());
    }

    /** The sources only: an IDE may have built in the project's own directory. */
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
