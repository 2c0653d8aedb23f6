package io.abcast.architecture;

import com.tngtech.archunit.core.domain.Dependency;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.jar.JarFile;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Finds, for each module, the artifacts that its code names, with one place in the code for each. The search reads byte
 * code, imports (constants are copied into byte code) and strings (for reflection).
 */
final class References {
    private static final Pattern IMPORT =
            Pattern.compile("^import (?:static )?([a-zA-Z0-9_.]+?)\\.[A-Z]", Pattern.MULTILINE);
    private static final Pattern NAME = Pattern.compile("io[./]abcast(?:[./][a-zA-Z0-9_$]+)+[./]?");

    private final Houses houses;
    private final Map<String, String> libraries = libraries();

    private final Map<String, Map<String, String>> named = new TreeMap<>();

    private final Map<String, Map<String, String>> strings = new TreeMap<>();

    References(Houses houses, JavaClasses production, Path root) throws IOException {
        this.houses = houses;
        for (JavaClass type : production) byteCode(type);
        for (Houses.House house : Houses.ALL) sources(house, root.resolve(house.folder()));
    }

    Map<String, String> named(String house) {
        return named.getOrDefault(house, Map.of());
    }

    Map<String, String> strings(String house) {
        return strings.getOrDefault(house, Map.of());
    }

    private void byteCode(JavaClass type) throws IOException {
        String house = houses.of(type.getPackageName());
        if (house == null) return;
        for (Dependency dependency : type.getDirectDependenciesFromSelf()) {
            JavaClass other = dependency.getTargetClass().getBaseComponentType();
            add(house, other.getPackageName(), dependency.getDescription());
        }
        try (InputStream in = type.getSource().orElseThrow().getUri().toURL().openStream()) {
            for (String constant : StringConstants.of(in)) string(house, type, constant);
        }
    }

    private void string(String house, JavaClass type, String constant) {
        Matcher name = NAME.matcher(constant);
        while (name.find()) {
            String other = houses.of(name.group().replace('/', '.').replaceAll("\\.$", ""));
            if (other == null || other.equals(house)) continue;
            strings.computeIfAbsent(house, h -> new TreeMap<>())
                    .putIfAbsent(other, type.getName() + ": \"" + constant + "\"");
        }
    }

    private void sources(Houses.House house, Path folder) throws IOException {
        try (Stream<Path> all = Files.walk(folder.resolve("src/main/java"))) {
            for (Path file : all.filter(f -> f.toString().endsWith(".java")).toList()) {
                Matcher imported = IMPORT.matcher(Files.readString(file));
                while (imported.find())
                    add(house.name(), imported.group(1), file + ": " + imported.group());
            }
        }
    }

    private void add(String house, String packageName, String where) {
        String other = houses.of(packageName);
        if (house.equals(other)) return;
        String artifact =
                other == null
                        ? libraries.get(packageName)
                        : Houses.ALL.stream()
                                .filter(each -> each.name().equals(other))
                                .findFirst()
                                .orElseThrow()
                                .artifact();
        if (artifact == null) return; // The package belongs to the JDK.
        named.computeIfAbsent(house, h -> new TreeMap<>()).putIfAbsent(artifact, where);
    }

    private static Map<String, String> libraries() {
        Map<String, String> found = new TreeMap<>();
        for (String entry : System.getProperty("java.class.path").split(File.pathSeparator)) {
            if (!entry.endsWith(".jar")) continue;
            String file = Path.of(entry).getFileName().toString();
            String artifact = file.replaceAll("-\\d.*$", "");
            if (artifact.startsWith("abcast-")) continue;
            try (JarFile jar = new JarFile(entry)) {
                Set<String> packages = new TreeSet<>();
                jar.stream()
                        .map(each -> each.getName())
                        .filter(name -> name.endsWith(".class") && name.contains("/"))
                        .forEach(
                                name ->
                                        packages.add(
                                                name.substring(0, name.lastIndexOf('/'))
                                                        .replace('/', '.')));
                packages.forEach(name -> found.putIfAbsent(name, artifact));
            } catch (IOException e) {
                throw new IllegalStateException(entry, e);
            }
        }
        return found;
    }
}
