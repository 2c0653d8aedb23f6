package io.abcast.bulk;

import java.util.Map;

/**
 * The progress of a transfer, as far as one member knows it.
 *
 * @param run number of the transfer; 0 if the member takes part in no transfer.
 * @param bytes total size in bytes of all files of the transfer.
 * @param ranks number of blocks of the transfer that each receiver has, by the receiver's id.
 * @param rankTotal number of blocks of all files together of the transfer
 * @param waitingFor ids of the members for which the source waits, because they are absent or have not begun the
 *     transfer
 */
public record BulkProgress(
        int run,
        long bytes,
        Map<Integer, Long> ranks,
        long rankTotal,
        java.util.List<Integer> waitingFor) {
    /** Returns the share of all blocks that all receivers together have received, from 0 to 1. */
    public double fraction() {
        if (ranks.isEmpty() || rankTotal == 0) return 0;
        double sum = 0;
        for (long rank : ranks.values()) sum += rank;
        return sum / (rankTotal * ranks.size());
    }
}
