package io.abcast.bulk;

import java.util.Map;

/**
 * Progress of a transfer as one member knows it.
 *
 * @param run run of the transfer; 0 when there is no transfer.
 * @param bytes total size of all files.
 * @param ranks number of blocks at each receiver
 * @param rankTotal number of blocks of all files
 * @param waitingFor members that are absent or have not begun
 */
public record BulkProgress(
        int run,
        long bytes,
        Map<Integer, Long> ranks,
        long rankTotal,
        java.util.List<Integer> waitingFor) {
    /** Share of all blocks that all receivers together have received, 0 to 1. */
    public double fraction() {
        if (ranks.isEmpty() || rankTotal == 0) return 0;
        double sum = 0;
        for (long rank : ranks.values()) sum += rank;
        return sum / (rankTotal * ranks.size());
    }
}
