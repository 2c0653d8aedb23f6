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
 * What {@code --protocol} and {@code --config} mean together, to server and bench. A protocol without a file has the stack that is
 * shipped for it; a file without a protocol keeps its own; both: the file's element is replaced by the protocol's, and keeps the
 * attributes that the new one has as well.
 */
public final class ProtocolNames {
    public static final String DEFAULT = "ZAB";

    private ProtocolNames() {}

    /** @throws ParameterException if there is no protocol of that name, or it cannot run with so many members */
    static void check(CommandLine command, String protocol, int members) {
        try {
            if (Ordering.names().contains(protocol)) Ordering.engine(protocol, members);
            else Variants.policies(protocol, CoinSettings.defaults(), true).own().check(members);
        } catch (IllegalArgumentException e) {
            throw Usage.refused(command, "--protocol", e);
        }
    }

    /** A number that the protocol runs with. */
    public static void checkNodes(Usage usage, String protocol, int n, int least, int most) {
        if (n < least || n > most)
            throw usage.wrong("--nodes", "a number in " + least + ".." + most, n);
        check(usage.command(), protocol, n);
    }

    /** The file that is shipped for a protocol: {@code config/zab-ct-tcp.xml}; one for all three that order by consensus. */
    public static Path shippedConfig(String protocol) {
        return Path.of(System.getProperty("abcast.root", "."), "config", shippedFile(protocol));
    }

    /** The name of that file. */
    public static String shippedFile(String protocol) {
        String plain = Ordering.names().contains(protocol) ? Ordering.PAXOS : protocol;
        return plain.toLowerCase(Locale.ROOT).replace('_', '-') + "-tcp.xml";
    }

    /** The protocol in a stack file. @throws ParameterException if it is none, or has none */
    public static String protocolOf(CommandLine command, Path config) {
        try {
            return ReplicaServer.protocolOf(config);
        } catch (IOException e) {
            throw new ParameterException(command, e.getMessage(), e);
        }
    }
}
