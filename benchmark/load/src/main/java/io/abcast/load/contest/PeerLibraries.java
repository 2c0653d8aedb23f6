package io.abcast.load.contest;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * What this host has of the systems that abcast is compared with.
 *
 * @param libraries their class paths, a directory each; {@code null}: this JVM's class path has them
 * @param etcd the program; {@code null}: there is none
 */
public record PeerLibraries(Path libraries, Path etcd) {
    private static final String ETCD = "etcd";

    /** The first of that name on the PATH; {@code null}: there is none. */
    public static Path etcdOnPath() {
        String path = System.getenv("PATH");
        if (path == null) return null;
        for (String directory : path.split(File.pathSeparator, -1)) {
            if (directory.isEmpty()) continue;
            Path file = Path.of(directory, ETCD);
            if (Files.isRegularFile(file) && Files.isExecutable(file)) return file;
        }
        return null;
    }

    /** Why the system cannot be run here; {@code null}: it can. */
    String missing(KnownSystem system) throws IOException {
        if (system == KnownSystem.ETCD && etcd == null)
            return "there is no program etcd on the PATH; --etcd names one";
        if (classPath(system) == null)
            return "its libraries are not in "
                    + libraries.resolve(system.library())
                    + ": they could not be fetched or built";
        return null;
    }

    /** As the name of its library says; empty: unknown, or abcast itself. */
    public String version(KnownSystem system) throws IOException {
        if (libraries == null || system.artifact().isEmpty()) return "";
        Path library = libraries.resolve(system.library());
        if (!Files.isDirectory(library)) return "";
        Pattern name = Pattern.compile(Pattern.quote(system.artifact()) + "-(\\d.*)\\.jar");
        try (Stream<Path> jars = Files.list(library)) {
            return jars.map(jar -> name.matcher(jar.getFileName().toString()))
                    .filter(Matcher::matches)
                    .map(found -> found.group(1))
                    .findFirst()
                    .orElse("");
        }
    }

    /** {@code null}: there is none. */
    String classPath(KnownSystem system) throws IOException {
        if (libraries == null || system.library().isEmpty())
            return System.getProperty("java.class.path");
        Path library = libraries.resolve(system.library());
        if (!Files.isDirectory(library)) return null;
        try (Stream<Path> jars = Files.list(library)) {
            if (jars.noneMatch(jar -> jar.toString().endsWith(".jar"))) return null;
        }
        return library + File.separator + "*";
    }

    /** JVM flags that tell the system's adapter about it. */
    List<String> flags(KnownSystem system) {
        return system == KnownSystem.ETCD ? List.of("-Dabcast.etcd=" + etcd) : List.of();
    }
}
