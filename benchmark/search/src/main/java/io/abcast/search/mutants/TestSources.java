package io.abcast.search.mutants;

import java.io.IOException;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileObject;
import javax.tools.StandardJavaFileManager;
import javax.tools.StandardLocation;
import javax.tools.ToolProvider;

/** Compiles each test class of the protocols once, in memory, together with the classes of its package that it uses. */
final class TestSources {
    private static final Map<String, Map<String, byte[]>> COMPILED = new TreeMap<>();

    private TestSources() {}

    /**
     * Returns the test class, and all classes that were compiled with it, by name.
     *
     * @param directory directory with the test sources of a module
     * @throws MutantException if there is no test class with this name, or the test does not compile
     */
    static synchronized Map<String, byte[]> classes(Path directory, String name) {
        return COMPILED.computeIfAbsent(directory + ":" + name, key -> compile(directory, name));
    }

    private static Map<String, byte[]> compile(Path directory, String name) {
        Path file = directory.resolve(name.replace('.', '/') + ".java");
        if (!Files.isReadable(file)) throw new MutantException("no test " + file);
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        StringWriter complaints = new StringWriter();
        try (StandardJavaFileManager files = compiler.getStandardFileManager(null, null, null)) {
            files.setLocationFromPaths(StandardLocation.CLASS_PATH, PatchedProtocol.classPath());
            files.setLocationFromPaths(StandardLocation.SOURCE_PATH, List.of(directory));
            PatchedProtocol.Classes classes = new PatchedProtocol.Classes(files);
            Iterable<? extends JavaFileObject> units = files.getJavaFileObjects(file);
            List<String> options = List.of("-proc:none", "-nowarn", "-g", "-implicit:class");
            if (!compiler.getTask(complaints, classes, null, options, null, units).call())
                throw new MutantException(
                        "the test " + name + " does not compile: " + complaints.toString().strip());
            return classes.bytes();
        } catch (IOException e) {
            throw new MutantException("cannot compile the test " + name, e);
        }
    }
}
