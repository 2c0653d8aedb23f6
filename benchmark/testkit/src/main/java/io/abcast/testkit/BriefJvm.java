package io.abcast.testkit;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** Flags of JVMs that live for seconds: an optimizing compiler would take them for itself, and loading classes most of the rest. */
public final class BriefJvm {
    private static final List<String> FLAGS =
            List.of("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC");

    private BriefJvm() {}

    /** @param more beside them */
    public static List<String> flags(String... more) {
        List<String> all = new ArrayList<>(FLAGS);
        all.addAll(List.of(more));
        return all;
    }

    /** Of a {@link ServerProcess}. */
    public static List<String> serverFlags(String... more) {
        List<String> all = flags(more);
        all.addAll(ServerArchive.FLAGS);
        return all;
    }

    /** Arguments of a command that starts servers, and the flags for these. */
    public static String[] withServerFlags(String... arguments) {
        return Stream.concat(
                        Stream.of(arguments),
                        serverFlags().stream().map(flag -> "--server-flag=" + flag))
                .toArray(String[]::new);
    }
}
