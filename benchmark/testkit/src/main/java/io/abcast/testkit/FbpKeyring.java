package io.abcast.testkit;

import io.abcast.jgroups.FbpKeys;
import io.abcast.ordering.Ordering;
import io.abcast.server.ServerOptions;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * The keys with which the servers of FBP on this host sign messages. One directory holds the private keys of all
 * servers of an FBP ensemble.
 */
public final class FbpKeyring {
    private static final String UNSIGNED = Ordering.FBP + ".unsigned";
    private static final String DIRECTORY = "fbp-keys";

    private FbpKeyring() {}

    /**
     * Whether the servers of a stack need keys: they run FBP, and their stack file neither names keys nor sets
     * {@code unsigned}.
     */
    public static boolean needed(String protocol, Path config) throws IOException {
        if (!protocol.equals(Ordering.FBP)) return false;
        String stack = Files.readString(config).replaceAll("(?s)<!--.*?-->", "");
        return !stack.contains("keys_dir=") && !stack.contains("unsigned=\"true\"");
    }

    static boolean needed(ClusterSpec spec) throws IOException {
        for (String argument : spec.serverArguments())
            if (argument.startsWith(ServerOptions.FBP_KEYS) || argument.startsWith(UNSIGNED))
                return false;
        return needed(spec.protocol(), spec.config());
    }

    /** Path of the directory that holds the servers' keys, whether or not that directory exists. */
    public static Path in(Path directory) {
        return directory.resolve(DIRECTORY);
    }

    /** Makes the keys of servers 1..servers, unless the directory already has keys. */
    public static void make(Path directory, int servers) throws IOException {
        if (Files.exists(in(directory))) return;
        List<Integer> ids = new ArrayList<>();
        for (int id = 1; id <= servers; id++) ids.add(id);
        FbpKeys.make(in(directory), ids);
    }
}
