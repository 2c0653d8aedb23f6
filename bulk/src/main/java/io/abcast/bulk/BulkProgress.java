package io.abcast.bulk;

import java.util.Map;

/**
 * The progress of a transfer, as far as one member knows it.
 *
 * @param run number of the transfer; 0 when there is no transfer.
 * @param bytes total size of all files.
 * @param ranks number of blocks that each receiver has, by the receiver's id.
 * @param rankTotal number of blocks of all files
 * @param waitingFor members that are absent or have not begun the transfer
 */
public record BulkProgress(
        int run,
        long bytes,
        Map<Integer, Long> ranks,
        long rankTotal,
        java.util.List<Integer> waitingFor) {
    /** Returns the share of the blocks that receivers have received, over all receivers together, from 0 to 1. */
    public double fraction() {
        if (ranks.isEmpty() || rankTotal == 0) return 0;
        double sum = 0;
        for (long rank : ranks.values()) sum += rank;
        return sum / (rankTotal * ranks.size());
    }
}
