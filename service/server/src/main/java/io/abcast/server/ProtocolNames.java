package io.abcast.server;

import io.abcast.command.Usage;
import io.abcast.ordering.Ordering;
import io.abcast.zab.variants.CoinSettings;
import io.abcast.zab.variants.Variants;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Locale;
import picocli.CommandLine;
import picocli.CommandLine.ParameterException;

/**
 * Combines the options {@code --protocol} and {@code --config} of the commands server and bench. If only the protocol
 * is given, the stack that is shipped for the protocol is used. If only the file is given, its own protocol is used. If
 * both are given, an element for the protocol replaces the ordering element in the file, and keeps those of its
 * attributes that both elements have.
 */
public final class ProtocolNames {
    public static final String DEFAULT = "ZAB";

    /** The protocol with several partitions, each of which has a leader of its own. */
    public static final String CAMU = "CAMU";

    private ProtocolNames() {}

    /**
     * Whether members order requests without a leader. Each serving member of such a protocol accepts writes, and the
     * status and the figures name no leader.
     */
    public static boolean leaderless(String protocol) {
        return protocol.equals(Ordering.EPAXOS) || protocol.equals(CAMU);
    }

    /** Whether the protocol is of the Zab family. */
    public static boolean ofZab(String protocol) {
        return !Ordering.names().contains(protocol) && !leaderless(protocol);
    }

    /** @throws ParameterException if no protocol has that name, or if it cannot run with that number of members */
    static void check(CommandLine command, String protocol, int members) {
        try {
            if (leaderless(protocol)) return; // runs with any number of members
            if (Ordering.names().contains(protocol)) Ordering.engine(protocol, members);
            else Variants.policies(protocol, CoinSettings.defaults(), true).own().check(members);
        } catch (IllegalArgumentException e) {
            throw Usage.refused(command, "--protocol", e);
        }
    }

    /** Checks that the protocol can run with a number of members. */
    public static void checkNodes(Usage usage, String protocol, int n, int least, int most) {
        if (n < least || n > most)
            throw usage.wrong("--nodes", "a number in " + least + ".." + most, n);
        check(usage.command(), protocol, n);
    }

    /**
     * The file that is shipped for a protocol, such as {@code config/zab-ct-tcp.xml}; the Paxos family shares one file.
     */
    public static Path shippedConfig(String protocol) {
        return Path.of(System.getProperty("abcast.root", "."), "config", shippedFile(protocol));
    }

    /** The name of the file of {@link #shippedConfig}, without its directory. */
    public static String shippedFile(String protocol) {
        String plain = Ordering.names().contains(protocol) ? Ordering.PAXOS : protocol;
        return plain.toLowerCase(Locale.ROOT).replace('_', '-') + "-tcp.xml";
    }

    /**
     * Returns the ordering protocol in a stack file.
     *
     * @throws ParameterException if the file is not a stack, or has no ordering protocol
     */
    public static String protocolOf(CommandLine command, Path config) {
        try {
            return ReplicaServer.protocolOf(config);
        } catch (IOException e) {
            throw new ParameterException(command, e.getMessage(), e);
        }
    }
}
