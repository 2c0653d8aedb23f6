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
 * A system that can be measured. The file {@link #FILE} on its class path describes it; the code of the benchmarks
 * names no system.
 *
 * @param name name of the system, as users write it on the command line
 * @param contestant the class of its {@link Contestant}
 * @param traffic the class of its {@link io.abcast.load.hosts.TrafficSource}; empty: {@code compare-forest} cannot measure
 *     the system
 * @param artifact the library whose version is the version of the system; empty: unknown
 * @param jvmFlags additional flags of its JVMs
 * @param program a program that must be on this host's PATH, or whose path an option of compare with the program's name
 *     gives; empty: no program needed
 * @param memoryLog whether the system has a log that is not a file
 * @param livesOn whether its servers can keep running between runs, because their logs drop the entries that a snapshot
 *     covers
 * @param remoteClients whether clients can run outside the servers
 * @param datagrams whether its clients use sessions over datagrams, so that no TCP connections can be counted
 * @param protocol the protocol of abcast whose stack file its servers use; empty: none, or named beside the system
 * @param partitions whether it can write keys of several partitions
 * @param note a sentence for the report; empty: none
 * @param also names of further systems with the same class path; the file of each is beside the file of this system,
 *     with {@code -NAME} before the end of its name
 * @param library the directory with the jars of the system; {@code null}: the system is on the class path of this
 *     process
 * @param problem reason why the system cannot be measured; {@code null}: no problem is known
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
    /** Whether a system has partitions, and which servers hold them. */
    public enum Partitions {
        /** No request may concern several partitions. */
        NONE,
        /** All servers hold all partitions, in one group. */
        ONE_GROUP,
        /** Each partition has servers of its own choice. */
        GROUPS
    }

    /** The resource that describes one system. */
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

    /** A system that cannot be measured and of which only the name is known. */
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

    /**
     * @param where place of the file, for the message of the exception
     * @throws IOException if the file does not describe a system; the message names the file and its expected content
     */
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
