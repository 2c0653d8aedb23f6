package io.abcast.bulk;

import java.util.Map;

/**
 * How far a transfer is, as one member sees it.
 *
 * @param run of the transfer; 0 when there is none
 * @param bytes of all files
 * @param ranks blocks that each receiver has
 * @param rankTotal blocks of all files
 * @param waitingFor members that are not there yet, or have not begun
 */
public record BulkProgress(
        int run,
        long bytes,
        Map<Integer, Long> ranks,
        long rankTotal,
        java.util.List<Integer> waitingFor) {
    /** The part of k (n - 1) ranks that is there, 0 to 1. */
    public double fraction() {
        if (ranks.isEmpty() || rankTotal == 0) return 0;
        double sum = 0;
        for (long rank : ranks.values()) sum += rank;
        return sum / (rankTotal * ranks.size());
    }
}
