package io.abcast.load.contest;

import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.net.URL;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.jar.JarFile;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;

/**
 * The systems that can be measured on this host: those on the class path of this process, and those with a directory of
 * libraries.
 */
public final class PeerLibraries {
    private final Path libraries;
    private final Map<String, Path> programs;
    private final Map<String, MeasuredSystem> systems = new TreeMap<>();

    /**
     * @param libraries directory with a sub-directory of jars for each system; {@code null} if there are no such
     *     systems.
     * @param programs paths of programs by name, which replace the programs on the PATH.
     * @throws IOException if the directory cannot be read, or if a description on the class path is wrong
     */
    public PeerLibraries(Path libraries, Map<String, Path> programs) throws IOException {
        this.libraries = libraries;
        this.programs = Map.copyOf(programs);
        ClassLoader loader = PeerLibraries.class.getClassLoader();
        for (URL file : Collections.list(loader.getResources(MeasuredSystem.FILE))) {
            MeasuredSystem first = read(file);
            add(first);
            String path = file.toString();
            int end = path.lastIndexOf('.');
            for (String name : first.also())
                add(read(new URL(path.substring(0, end) + "-" + name + path.substring(end))));
        }
        if (libraries == null || !Files.isDirectory(libraries)) return;
        for (Path library : list(libraries)) if (Files.isDirectory(library)) add(found(library));
    }

    /**
     * The directory in which the launcher ({@code abcast} script) builds the libraries of other systems; it need not
     * exist.
     */
    public static Path ofLauncher() {
        String root = System.getProperty("abcast.root", ".");
        return Path.of(
                System.getProperty(
                        "abcast.peers", Path.of(root, "target", "launcher", "peers").toString()));
    }

    private static MeasuredSystem read(URL file) throws IOException {
        try (InputStream in = file.openStream()) {
            return MeasuredSystem.read(in, file.toString(), null);
        }
    }

    private void add(MeasuredSystem system) {
        systems.putIfAbsent(system.name(), system);
    }

    private static List<Path> list(Path directory) throws IOException {
        try (Stream<Path> files = Files.list(directory)) {
            return files.sorted().toList();
        }
    }

    /** If the description in the directory is broken or missing, the result is a system that cannot be measured. */
    private static MeasuredSystem found(Path library) throws IOException {
        String name = library.getFileName().toString();
        try {
            for (Path jar : list(library)) {
                if (!jar.toString().endsWith(".jar")) continue;
                MeasuredSystem system = inJar(jar, library);
                if (system == null) continue;
                if (system.name().equals(name)) return system;
                throw new IOException(
                        jar
                                + "!"
                                + MeasuredSystem.FILE
                                + ": name: expected "
                                + name
                                + ", got "
                                + system.name());
            }
        } catch (IOException e) {
            return MeasuredSystem.absent(name, library, e.getMessage());
        }
        return absent(name, library);
    }

    private static MeasuredSystem absent(String name, Path library) {
        String problem =
                "its libraries are not in " + library + ": they could not be fetched or built";
        return MeasuredSystem.absent(name, library, problem);
    }

    private static MeasuredSystem inJar(Path jar, Path library) throws IOException {
        try (JarFile file = open(jar)) {
            ZipEntry entry = file.getEntry(MeasuredSystem.FILE);
            if (entry == null) return null;
            try (InputStream in = file.getInputStream(entry)) {
                return MeasuredSystem.read(in, jar + "!" + MeasuredSystem.FILE, library);
            }
        }
    }

    private static JarFile open(Path jar) throws IOException {
        try {
            return new JarFile(jar.toFile());
        } catch (IOException e) {
            throw new IOException(jar + ": " + e.getMessage(), e);
        }
    }

    /** The path of the program with the name {@code name}; {@code null} if this host does not have the program. */
    public Path program(String name) {
        Path named = programs.get(name);
        return named == null ? onPath(name) : named;
    }

    private static Path onPath(String name) {
        String path = System.getenv("PATH");
        if (path == null) return null;
        for (String directory : path.split(File.pathSeparator, -1)) {
            if (directory.isEmpty()) continue;
            Path file = Path.of(directory, name);
            if (Files.isRegularFile(file) && Files.isExecutable(file)) return file;
        }
        return null;
    }

    /** Names of all systems that can be measured, in alphabetical order. */
    public List<String> names() {
        return new ArrayList<>(systems.keySet());
    }

    /** The system with the name {@code name}; {@code null} if this host has no such system. */
    public MeasuredSystem find(String name) {
        return systems.get(name);
    }

    /**
     * The system with the name {@code name}; if this host has no such system, {@code problem} of the result gives the
     * reason.
     */
    public MeasuredSystem system(String name) {
        MeasuredSystem system = systems.get(name);
        if (system != null) return system;
        return absent(name, libraries == null ? null : libraries.resolve(name));
    }

    /** The reason why the system cannot run on this host; {@code null} if this host can run the system. */
    public String missing(MeasuredSystem system) {
        String program = system.program();
        if (system.problem() != null || program.isEmpty() || program(program) != null)
            return system.problem();
        return "there is no program " + program + " on the PATH; --" + program + " names one";
    }

    String version(MeasuredSystem system) throws IOException {
        if (system.library() == null || system.artifact().isEmpty()) return "";
        Pattern name = Pattern.compile(Pattern.quote(system.artifact()) + "-(\\d.*)\\.jar");
        return list(system.library()).stream()
                .map(jar -> name.matcher(jar.getFileName().toString()))
                .filter(Matcher::matches)
                .map(found -> found.group(1))
                .findFirst()
                .orElse("");
    }

    /** Class path of the system's JVMs. */
    public String classPath(MeasuredSystem system) {
        return system.library() == null
                ? System.getProperty("java.class.path")
                : system.library() + File.separator + "*";
    }

    List<String> flags(MeasuredSystem system) {
        String program = system.program();
        if (program.isEmpty()) return List.of();
        return List.of("-Dabcast." + program + "=" + program(program));
    }
}
