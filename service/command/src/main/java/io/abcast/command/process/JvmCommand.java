package io.abcast.command.process;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * Makes command lines that run a class in another JVM, with the {@code java} program and the class path of this
 * process.
 */
public final class JvmCommand {
    /**
     * System property with the class path of the processes that this process starts; without it, they use the class
     * path of this process.
     */
    public static final String CLASS_PATH = "abcast.class.path";

    private JvmCommand() {}

    /** The {@code java} program that runs this process. */
    public static String java() {
        return Path.of(System.getProperty("java.home"), "bin", "java").toString();
    }

    /** Returns the class path of the processes that this process starts. */
    public static String classPath() {
        return System.getProperty(CLASS_PATH, System.getProperty("java.class.path"));
    }

    /** Returns the command line that runs the class {@code mainClass} with its arguments in a JVM. */
    public static List<String> of(List<String> jvmFlags, String mainClass, String... arguments) {
        return of(classPath(), jvmFlags, mainClass, arguments);
    }

    private static List<String> of(
            String classPath, List<String> jvmFlags, String mainClass, String... arguments) {
        List<String> command = new ArrayList<>();
        command.add(java());
        command.addAll(jvmFlags);
        if (Runtime.version().feature() >= 24) {
            command.add("--enable-native-access=ALL-UNNAMED");
            command.add("--sun-misc-unsafe-memory-access=allow");
        }
        command.addAll(List.of("-cp", classPath, mainClass));
        command.addAll(List.of(arguments));
        return command;
    }

    /**
     * Returns the command line of a JVM with a small heap and few threads, so that one machine can run many such JVMs.
     *
     * @param heapMegabytes maximum size of the started JVM's heap, in megabytes, at least 2
     */
    public static List<String> small(
            int heapMegabytes, List<String> jvmFlags, String mainClass, String... arguments) {
        return small(heapMegabytes, classPath(), jvmFlags, mainClass, arguments);
    }

    /**
     * Returns the command line of a small JVM with the class path {@code classPath}.
     *
     * @param heapMegabytes maximum size of the started JVM's heap, in megabytes, at least 2
     */
    public static List<String> small(
            int heapMegabytes,
            String classPath,
            List<String> jvmFlags,
            String mainClass,
            String... arguments) {
        List<String> flags = new ArrayList<>();
        flags.add("-Xmx" + heapMegabytes + "m");
        flags.add("-XX:+UseSerialGC");
        flags.add("-XX:ActiveProcessorCount=1");
        flags.add("-XX:-UsePerfData");
        flags.addAll(jvmFlags);
        return of(classPath, flags, mainClass, arguments);
    }
}
