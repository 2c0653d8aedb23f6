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
 * Combines the options {@code --protocol} and {@code --config}. A missing stack file is the file that abcast ships for
 * the protocol; a missing protocol is the protocol of the stack file. With both options, the given protocol replaces
 * the stack file's protocol, and keeps the attributes that both protocols have.
 */
public final class ProtocolNames {
    public static final String DEFAULT = "ZAB";

    /** The name of the protocol with several partitions, each of which has its own leader. */
    public static final String CAMU = "CAMU";

    private ProtocolNames() {}

    /** Whether the members of the protocol order requests without a leader, each the requests of its own clients. */
    public static boolean leaderless(String protocol) {
        return protocol.equals(Ordering.EPAXOS) || protocol.equals(CAMU);
    }

    /** Whether the protocol {@code protocol} is of the Zab family. */
    public static boolean ofZab(String protocol) {
        return !Ordering.names().contains(protocol) && !leaderless(protocol);
    }

    /**
     * @throws ParameterException if no protocol has the name {@code protocol}, or if the protocol cannot run with
     *     {@code members} members
     */
    static void check(CommandLine command, String protocol, int members) {
        try {
            if (leaderless(protocol)) return; // any number of members can run this protocol
            if (Ordering.names().contains(protocol)) Ordering.engine(protocol, members);
            else Variants.policies(protocol, CoinSettings.defaults(), true).own().check(members);
        } catch (IllegalArgumentException e) {
            throw Usage.refused(command, "--protocol", e);
        }
    }

    /** Checks that the protocol can run with {@code n} members. */
    public static void checkNodes(Usage usage, String protocol, int n, int least, int most) {
        if (n < least || n > most)
            throw usage.wrong("--nodes", "a number in " + least + ".." + most, n);
        check(usage.command(), protocol, n);
    }

    /** Returns the stack file that abcast ships for a protocol, such as {@code config/zab-ct-tcp.xml}. */
    public static Path shippedConfig(String protocol) {
        return Path.of(System.getProperty("abcast.root", "."), "config", shippedFile(protocol));
    }

    /** Returns the name of the file of {@link #shippedConfig}, without its directory. */
    public static String shippedFile(String protocol) {
        String plain = Ordering.names().contains(protocol) ? Ordering.PAXOS : protocol;
        return plain.toLowerCase(Locale.ROOT).replace('_', '-') + "-tcp.xml";
    }

    /**
     * Returns the ordering protocol that a stack file contains.
     *
     * @throws ParameterException if the file is not a JGroups stack, or contains no ordering protocol
     */
    public static String protocolOf(CommandLine command, Path config) {
        try {
            return ReplicaServer.protocolOf(config);
        } catch (IOException e) {
            throw new ParameterException(command, e.getMessage(), e);
        }
    }
}
