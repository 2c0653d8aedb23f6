package io.abcast.torture;

import io.abcast.server.ProtocolNames;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/**
 * Draws random values of protocol attributes for the servers of one torture run. The values are small, so that log
 * compaction, snapshots and full windows occur within minutes.
 */
final class DrawnSettings {
    /** Each row holds the name of an attribute, then the values from which a run draws one value. */
    private static final String[][] COMMON = {
        {"snapshot_every_bytes", "262144", "1048576", "4194304"},
        {"snapshot_chunk_bytes", "4096", "65536"},
    };

    private static final String[][] ZAB = {
        {"cache_bytes_max", "65536", "1048576", "33554432"},
        {"proposal_bytes_max", "16384", "262144"},
    };

    private static final String[][] CONSENSUS = {
        {"window", "16", "64", "256"},
        {"open_bytes_max", "65536", "4194304"},
    };

    private static final String[][] EPAXOS = {
        {"window", "16", "64", "256"},
        {"batch_bytes_max", "4096", "65536"},
        {"retained_max", "1024", "65536"},
        {"inline_bytes_max", "0", "1024"},
    };

    private static final String[][] CAMU = {
        {"window", "64", "1024"},
        {"batch_bytes_max", "4096", "262144"},
        {"log.cache_bytes_max", "65536", "1048576", "33554432"},
        {"log.proposal_bytes_max", "16384", "262144"},
    };

    private DrawnSettings() {}

    private static String[][] of(String protocol) {
        if (protocol.equals(ProtocolNames.CAMU)) return CAMU;
        if (ProtocolNames.leaderless(protocol)) return EPAXOS;
        return ProtocolNames.ofZab(protocol) ? ZAB : CONSENSUS;
    }

    static List<String> draw(String protocol, long seed) {
        SplittableRandom random = new SplittableRandom(seed ^ 0x73_6574_7469_6E67L);
        List<String> drawn = new ArrayList<>();
        for (String[][] table : List.of(COMMON, of(protocol)))
            for (String[] choices : table)
                drawn.add(choices[0] + "=" + choices[1 + random.nextInt(choices.length - 1)]);
        return drawn;
    }
}
