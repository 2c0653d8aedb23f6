package io.abcast.load.contest;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Properties;
import java.util.TreeSet;

/**
 * A system that the benchmarks can measure. The resource file {@link #FILE} on the class path of the system has its
 * description.
 *
 * @param name name of the system, as users write it on the command line
 * @param contestant class name of the system's {@link Contestant}
 * @param traffic class name of the system's {@link io.abcast.load.hosts.TrafficSource}; empty if {@code compare-forest}
 *     cannot measure the system
 * @param artifact name of the library whose version is the version of the system; empty if the version is unknown
 * @param jvmFlags JVM flags of the system's JVMs in addition to those of all systems
 * @param program program that must be on this host's PATH, or whose path an option of {@code compare} with its name
 *     gives; empty if the system needs no program
 * @param memoryLog whether the system can keep its log in memory, without a file
 * @param livesOn whether servers of the system can keep running between runs, because their logs drop the entries that
 *     a snapshot covers
 * @param remoteClients whether clients of the system can run outside the servers
 * @param datagrams whether clients of the system use sessions over datagrams, so that no TCP connections can be counted
 * @param protocol the protocol of abcast whose stack file the servers use; empty if the servers use no stack file, or
 *     if the user names the protocol
 * @param partitions whether the system can write keys of several partitions in one request
 * @param note a sentence about the system for the report; empty if the report needs none.
 * @param also names of further systems with the same class path, each with a description file {@code
 *     contestant-NAME.properties}
 * @param library directory with the jars of the system; {@code null} if the system is on the class path of this process
 * @param problem reason why the system cannot be measured; {@code null} if no problem is known
 */
public record MeasuredSystem(
        String name,
        String contestant,
        String traffic,
        String artifact,
        List<String> jvmFlags,
        String program,
        boolean memoryLog,
        boolean livesOn,
        boolean remoteClients,
        boolean datagrams,
        String protocol,
        Partitions partitions,
        String note,
        List<String> also,
        Path library,
        String problem) {
    /** Says whether a measured system has partitions, and which servers hold the partitions. */
    public enum Partitions {
        /** No request may concern several partitions. */
        NONE,
        /** All servers of the measured system hold all partitions, in one replicated group. */
        ONE_GROUP,
        /** Each partition has its own replicated group: the servers that the user assigns to the partition. */
        GROUPS
    }

    /** Name of the resource file that describes one system. */
    public static final String FILE = "META-INF/abcast/contestant.properties";

    private static final List<String> KEYS =
            List.of(
                    "name",
                    "contestant",
                    "traffic",
                    "artifact",
                    "jvm_flags",
                    "program",
                    "memory_log",
                    "lives_on",
                    "remote_clients",
                    "datagrams",
                    "protocol",
                    "partitions",
                    "note",
                    "also");

    static MeasuredSystem absent(String name, Path library, String problem) {
        return new MeasuredSystem(
                name,
                "",
                "",
                "",
                List.of(),
                "",
                false,
                false,
                true,
                false,
                "",
                Partitions.NONE,
                "",
                List.of(),
                library,
                problem);
    }

    static MeasuredSystem read(InputStream in, String where, Path library) throws IOException {
        Properties file = new Properties();
        try {
            file.load(in);
        } catch (IllegalArgumentException e) {
            throw new IOException(where + ": " + e.getMessage(), e);
        }
        for (String key : new TreeSet<>(file.stringPropertyNames()))
            if (!KEYS.contains(key))
                throw new IOException(where + ": expected the keys " + KEYS + ", got " + key);
        return new MeasuredSystem(
                text(file, "name", where),
                text(file, "contestant", where),
                file.getProperty("traffic", "").strip(),
                file.getProperty("artifact", ""),
                words(file.getProperty("jvm_flags", "")),
                file.getProperty("program", ""),
                flag(file, "memory_log", false, where),
                flag(file, "lives_on", false, where),
                flag(file, "remote_clients", true, where),
                flag(file, "datagrams", false, where),
                file.getProperty("protocol", "").strip(),
                partitions(file, where),
                file.getProperty("note", "").strip(),
                words(file.getProperty("also", "")),
                library,
                null);
    }

    private static String text(Properties file, String key, String where) throws IOException {
        String value = file.getProperty(key, "").strip();
        if (value.isEmpty()) throw new IOException(where + ": expected the key " + key);
        return value;
    }

    private static boolean flag(Properties file, String key, boolean standard, String where)
            throws IOException {
        String value = file.getProperty(key, Boolean.toString(standard)).strip();
        if (value.equals("true")) return true;
        if (value.equals("false")) return false;
        throw new IOException(where + ": " + key + ": expected true or false, got " + value);
    }

    private static Partitions partitions(Properties file, String where) throws IOException {
        String value = file.getProperty("partitions", "none").strip();
        for (Partitions each : Partitions.values())
            if (each.name().toLowerCase(Locale.ROOT).equals(value)) return each;
        throw new IOException(
                where + ": partitions: expected none, one_group or groups, got " + value);
    }

    private static List<String> words(String text) {
        List<String> words = new ArrayList<>(Arrays.asList(text.strip().split("\\s+", -1)));
        words.removeIf(String::isEmpty);
        return words;
    }
}
