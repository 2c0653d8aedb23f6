package io.abcast.testkit;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** JVM flags that shorten optimizing compilation and class loading for processes that run for only a few seconds. */
public final class BriefJvm {
    private static final List<String> FLAGS =
            List.of("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC");

    private BriefJvm() {}

    /** @param more JVM flags that are appended to the flags for short-lived JVMs */
    public static List<String> flags(String... more) {
        List<String> all = new ArrayList<>(FLAGS);
        all.addAll(List.of(more));
        return all;
    }

    /** JVM flags of a {@link ServerProcess} (abcast server) that runs for only a few seconds. */
    public static List<String> serverFlags(String... more) {
        List<String> all = flags(more);
        all.addAll(ServerArchive.FLAGS);
        return all;
    }

    /** Adds the JVM flags of the servers to the arguments of a command that starts servers. */
    public static String[] withServerFlags(String... arguments) {
        return Stream.concat(
                        Stream.of(arguments),
                        serverFlags().stream().map(flag -> "--server-flag=" + flag))
                .toArray(String[]::new);
    }
}
