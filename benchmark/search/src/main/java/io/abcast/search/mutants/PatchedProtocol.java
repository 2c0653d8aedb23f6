package io.abcast.search.mutants;

import io.abcast.search.ExploredProtocols;
import io.abcast.search.SeedSearch;
import io.abcast.sim.explore.ExploredProtocol;
import java.io.ByteArrayOutputStream;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.StringWriter;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.LongFunction;
import javax.tools.FileObject;
import javax.tools.ForwardingJavaFileManager;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileManager;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.StandardJavaFileManager;
import javax.tools.StandardLocation;
import javax.tools.ToolProvider;

/**
 * Compiles a mutant's patched sources, and loads the protocols and the classes that simulate them into a class loader
 * of the mutant's own. Assertions are off in this class loader, so that a check and not an assertion must detect the
 * mutant.
 */
public final class PatchedProtocol {
    private static final String ROOT_PACKAGE = "io.abcast.";
    private static final String KERNEL = ROOT_PACKAGE + "kernel.";
    private static final String SUBJECTS = SeedSearch.class.getPackageName() + ".";

    private static final List<String> OWN_PACKAGES =
            List.of(
                    "io.abcast.ordering.",
                    "io.abcast.zab.",
                    "io.abcast.dissemination.",
                    "io.abcast.jgroups.",
                    SUBJECTS);

    private static final List<String> BENEATH =
            List.of("io.abcast.driver.", "io.abcast.log.", "io.abcast.sim.");

    private static StandardJavaFileManager files;

    private PatchedProtocol() {}

    /** @param root root directory of the repository with the sources */
    public static ClassLoader unpatched(Path root) {
        return new Loader(root, Map.of());
    }

    public static ClassLoader of(Mutant mutant, Path root) {
        return new Loader(root, compile(mutant.name(), sources(mutant, root)));
    }

    /**
     * Returns the patched sources of a mutant, by file.
     *
     * @throws MutantException if a patch of the mutant does not apply
     */
    static Map<String, String> sources(Mutant mutant, Path root) {
        Map<String, String> sources = new TreeMap<>();
        for (Patch patch : mutant.patches()) {
            String source = sources.get(patch.file());
            if (source == null) source = read(root.resolve(patch.file()));
            sources.put(patch.file(), patch.apply(mutant.name(), source));
        }
        return sources;
    }

    static Class<?> test(ClassLoader loader, String module, String name) {
        Loader own = (Loader) loader;
        own.add(TestSources.classes(own.root.resolve(module + "/src/test/java"), name));
        try {
            return own.loadClass(name);
        } catch (ClassNotFoundException e) {
            throw new MutantException("no test " + name, e);
        }
    }

    @SuppressWarnings("unchecked")
    static LongFunction<String[]> search(ClassLoader loader, Object... arguments) {
        try {
            Class<?> type = loader.loadClass(SeedSearch.class.getName());
            return (LongFunction<String[]>) type.getConstructors()[0].newInstance(arguments);
        } catch (ReflectiveOperationException e) {
            throw new MutantException("no search with " + List.of(arguments), e);
        }
    }

    static ExploredProtocol explored(ClassLoader loader, String protocol) {
        try {
            Class<?> type = loader.loadClass(ExploredProtocols.class.getName());
            return (ExploredProtocol) type.getMethod("of", String.class).invoke(null, protocol);
        } catch (ReflectiveOperationException e) {
            throw new MutantException("no explored protocol " + protocol, e);
        }
    }

    private static String read(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            throw new MutantException("cannot read the source " + file, e);
        }
    }

    private static Map<String, byte[]> compile(String mutant, Map<String, String> sources) {
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        if (compiler == null)
            throw new MutantException("no Java compiler: expected a JDK, found a JRE");
        List<JavaFileObject> units = new ArrayList<>();
        sources.forEach((file, source) -> units.add(new Source(file, source)));
        List<String> options = List.of("-proc:none", "-nowarn", "-g");
        StringWriter complaints = new StringWriter();
        synchronized (PatchedProtocol.class) {
            Classes classes = new Classes(files(compiler));
            if (!compiler.getTask(complaints, classes, null, options, null, units).call())
                throw new MutantException(
                        "mutant " + mutant + " does not compile: " + complaints.toString().strip());
            return classes.bytes();
        }
    }

    /**
     * All mutants share the file manager, because reading the indexes of the class path takes longer than compiling a
     * mutant.
     */
    private static StandardJavaFileManager files(JavaCompiler compiler) {
        if (files != null) return files;
        StandardJavaFileManager made = compiler.getStandardFileManager(null, null, null);
        try {
            made.setLocationFromPaths(StandardLocation.CLASS_PATH, classPath());
        } catch (IOException e) {
            throw new MutantException("cannot set the class path " + classPath(), e);
        }
        files = made;
        return made;
    }

    static Set<Path> classPath() {
        Set<Path> places = new LinkedHashSet<>();
        for (String each : System.getProperty("java.class.path").split(File.pathSeparator, -1))
            if (!each.isEmpty()) places.add(Path.of(each));
        return places;
    }

    private static final class Source extends SimpleJavaFileObject {
        private final String text;

        Source(String file, String text) {
            super(URI.create("string:///" + file), Kind.SOURCE);
            this.text = text;
        }

        @Override
        public CharSequence getCharContent(boolean ignoreEncodingErrors) {
            return text;
        }
    }

    static final class Classes extends ForwardingJavaFileManager<StandardJavaFileManager> {
        private final Map<String, ByteArrayOutputStream> written = new TreeMap<>();

        Classes(StandardJavaFileManager standard) {
            super(standard);
        }

        @Override
        public JavaFileObject getJavaFileForOutput(
                JavaFileManager.Location location,
                String name,
                JavaFileObject.Kind kind,
                FileObject sibling) {
            URI uri = URI.create("string:///" + name.replace('.', '/') + kind.extension);
            return new SimpleJavaFileObject(uri, kind) {
                @Override
                public OutputStream openOutputStream() {
                    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
                    written.put(name, bytes);
                    return bytes;
                }
            };
        }

        Map<String, byte[]> bytes() {
            Map<String, byte[]> bytes = new TreeMap<>();
            written.forEach((name, stream) -> bytes.put(name, stream.toByteArray()));
            return bytes;
        }
    }

    /**
     * Defines patched classes from memory and the mutants' own packages from their original bytes, and delegates all
     * other packages to its parent.
     */
    private static final class Loader extends ClassLoader {
        private final Path root;
        private final Map<String, byte[]> patched;
        private final List<String> own = new ArrayList<>(OWN_PACKAGES);

        Loader(Path root, Map<String, byte[]> patched) {
            super(PatchedProtocol.class.getClassLoader());
            this.root = root;
            this.patched = new TreeMap<>();
            add(patched);
            setDefaultAssertionStatus(false);
        }

        void add(Map<String, byte[]> classes) {
            classes.forEach(patched::putIfAbsent);
            boolean beneath =
                    classes.keySet().stream()
                            .anyMatch(name -> BENEATH.stream().anyMatch(name::startsWith));
            if (beneath && !own.containsAll(BENEATH)) own.addAll(BENEATH);
            // Only patched classes of the kernel are loaded separately; the package as a whole
            // stays shared.
            for (String name : classes.keySet())
                if (!name.startsWith(KERNEL)) own.add(module(name));
        }

        private static String module(String name) {
            return name.substring(0, name.indexOf('.', ROOT_PACKAGE.length()) + 1);
        }

        @Override
        protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
            if (!isOwn(name)) return super.loadClass(name, resolve);
            synchronized (getClassLoadingLock(name)) {
                Class<?> loaded = findLoadedClass(name);
                if (loaded != null) return loaded;
                byte[] bytes = patched.get(name);
                if (bytes == null) bytes = original(name);
                return defineClass(name, bytes, 0, bytes.length);
            }
        }

        private boolean isOwn(String name) {
            if (name.startsWith(PatchedProtocol.class.getPackageName() + ".")) return false;
            return patched.containsKey(name) || own.stream().anyMatch(name::startsWith);
        }

        private byte[] original(String name) throws ClassNotFoundException {
            try (InputStream in =
                    getParent().getResourceAsStream(name.replace('.', '/') + ".class")) {
                if (in == null) throw new ClassNotFoundException(name);
                return in.readAllBytes();
            } catch (IOException e) {
                throw new ClassNotFoundException(name, e);
            }
        }
    }
}
