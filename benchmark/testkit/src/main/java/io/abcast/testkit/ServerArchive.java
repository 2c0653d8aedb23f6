package io.abcast.testkit;

import io.abcast.command.process.Directories;
import io.abcast.command.process.JvmCommand;
import java.io.File;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.spi.ToolProvider;

/**
 * Makes a class data archive (CDS) with the classes that a server loads, so that later servers start with a third less
 * CPU time.
 */
final class ServerArchive {
    private static final Duration START = Duration.ofSeconds(60);

    static final List<String> FLAGS = make();

    private ServerArchive() {}

    private static List<String> make() {
        String name = "server-archive-" + ProcessHandle.current().pid();
        Path directory = Path.of("target", name).toAbsolutePath();
        Path archive = directory.resolve("server.jsa");
        try {
            Files.createDirectories(directory);
            Runtime.getRuntime().addShutdownHook(new Thread(() -> delete(directory)));
            System.setProperty(JvmCommand.CLASS_PATH, packed(directory));
            ClusterSpec spec =
                    new ClusterSpec(
                            1,
                            "ZAB",
                            TestClusters.config("ZAB"),
                            "fsync",
                            true,
                            directory.resolve("first"),
                            BriefJvm.flags("-Xmx64m", "-XX:ArchiveClassesAtExit=" + archive),
                            List.of());
            try (LocalEnsemble first = new LocalEnsemble(spec)) {
                first.start(START);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        // From JDK 24 on, the JVM warns that the JDK's own archive was made without the flag for
        // native access.
        return Files.exists(archive)
                ? List.of("-XX:SharedArchiveFile=" + archive, "-Xlog:cds=off")
                : List.of();
    }

    private static void delete(Path directory) {
        try {
            Directories.delete(directory);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Class data archives support only jars, so a jar of its files replaces each directory of the class path. */
    private static String packed(Path to) {
        ToolProvider jar = ToolProvider.findFirst("jar").orElseThrow();
        List<String> jars = new ArrayList<>();
        for (String entry : System.getProperty("java.class.path").split(File.pathSeparator)) {
            if (Files.isDirectory(Path.of(entry))) {
                String packed = to.resolve(jars.size() + ".jar").toString();
                String[] arguments = {
                    "--create", "--no-compress", "--file", packed, "-C", entry, "."
                };
                StringWriter said = new StringWriter();
                PrintWriter both = new PrintWriter(said, true);
                if (jar.run(both, both, arguments) != 0)
                    throw new IllegalStateException("jar: " + entry + ": " + said);
                jars.add(packed);
            } else if (Files.exists(Path.of(entry))) jars.add(entry);
        }
        return String.join(File.pathSeparator, jars);
    }
}
