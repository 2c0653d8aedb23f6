package io.abcast.docs;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Properties;
import java.util.concurrent.TimeUnit;
import java.util.jar.JarFile;
import java.util.stream.Stream;

/**
 * Runs Maven for outside projects, which depend on the packaged artifacts of abcast. A separate local Maven repository
 * has only artifacts of abcast that {@link #add} has added, and links to this build's repository for the rest.
 */
final class OutsideMaven implements AutoCloseable {
    private static final String GROUP = "io.abcast";

    private static final long BUILD_SECONDS_MAX = 300;

    private final Path repository;

    OutsideMaven(Path repository) throws IOException {
        this.repository = Files.createDirectories(repository);
        Path shared = Path.of(property("outside.maven.repository"));
        link(shared, repository, "io");
        link(shared.resolve("io"), Files.createDirectory(repository.resolve("io")), "abcast");
    }

    private static void link(Path from, Path to, String except) throws IOException {
        if (!Files.isDirectory(from)) return;
        try (Stream<Path> entries = Files.list(from)) {
            for (Path entry : entries.toList()) {
                String name = entry.getFileName().toString();
                if (!name.equals(except))
                    Files.createSymbolicLink(to.resolve(name), entry.toRealPath());
            }
        }
    }

    void add(Path jar) throws IOException {
        try (JarFile file = new JarFile(jar.toFile())) {
            String properties =
                    file.stream()
                            .map(entry -> entry.getName())
                            .filter(name -> name.endsWith("/pom.properties"))
                            .findFirst()
                            .orElseThrow(() -> new IllegalArgumentException("no pom in " + jar));
            Properties of = new Properties();
            try (InputStream in = file.getInputStream(file.getEntry(properties))) {
                of.load(in);
            }
            assertEquals(GROUP, of.getProperty("groupId"), jar::toString);
            String artifact = of.getProperty("artifactId");
            String version = of.getProperty("version");
            Files.copy(jar, place(artifact, version, "jar"));
            String pom = properties.replace("pom.properties", "pom.xml");
            try (InputStream in = file.getInputStream(file.getEntry(pom))) {
                Files.copy(in, place(artifact, version, "pom"));
            }
        }
    }

    void add(Path pom, String artifact) throws IOException {
        Files.copy(pom, place(artifact, property("outside.maven.version"), "pom"));
    }

    private Path place(String artifact, String version, String type) throws IOException {
        Path folder =
                repository.resolve(GROUP.replace('.', '/')).resolve(artifact).resolve(version);
        return Files.createDirectories(folder).resolve(artifact + "-" + version + "." + type);
    }

    void run(Path project, String... arguments) throws IOException, InterruptedException {
        Path home = Path.of(property("outside.maven.home"), "bin", "mvn");
        List<String> command = new ArrayList<>();
        command.add(Files.isExecutable(home) ? home.toString() : "mvn");
        command.addAll(List.of("-B", "-ntp", "-e", "-Dmaven.repo.local=" + repository));
        String[] offlineAndSettings = property("outside.maven.offline.and.settings").split(" ", 2);
        if (offlineAndSettings[0].equals("true")) command.add("-o");
        Path settings = Path.of(offlineAndSettings[1]);
        if (Files.exists(settings)) command.addAll(List.of("-s", settings.toString()));
        command.addAll(List.of(arguments));

        File output = project.resolve("maven.log").toFile();
        ProcessBuilder builder =
                new ProcessBuilder(command)
                        .directory(project.toFile())
                        .redirectErrorStream(true)
                        .redirectOutput(output);
        builder.environment().put("JAVA_HOME", System.getProperty("java.home"));
        // The launch script of the present Maven has set these variables, and the Maven that this
        // test starts must not use them.
        builder.environment()
                .keySet()
                .removeAll(List.of("MAVEN_BASEDIR", "MAVEN_PROJECTBASEDIR", "MAVEN_CMD_LINE_ARGS"));
        Process process = builder.start();
        try {
            boolean ended = process.waitFor(BUILD_SECONDS_MAX, TimeUnit.SECONDS);
            String printed = Files.readString(output.toPath());
            assertTrue(
                    ended,
                    () -> command + " ran for over " + BUILD_SECONDS_MAX + " s:\n" + printed);
            assertEquals(0, process.exitValue(), () -> command + " printed:\n" + printed);
        } finally {
            process.descendants().forEach(ProcessHandle::destroyForcibly);
            process.destroyForcibly();
        }
    }

    /** Removes the links first, so that the deletion of the directory cannot follow a link. */
    @Override
    public void close() throws IOException {
        for (Path folder : List.of(repository, repository.resolve("io"))) {
            try (Stream<Path> entries = Files.list(folder)) {
                for (Path link : entries.filter(Files::isSymbolicLink).toList()) Files.delete(link);
            }
        }
    }

    private static String property(String name) {
        String value = System.getProperty(name);
        assertNotNull(value, () -> "expected the system property " + name + ": run this by Maven");
        return value;
    }
}
