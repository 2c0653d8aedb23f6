package io.abcast.ordering.camu;

import io.abcast.kernel.GroupAnswers;
import io.abcast.kernel.GroupTimestamp;
import java.util.Arrays;

/** A transaction that was submitted at this replica and is not answered by all destinations. */
final class Submission {
    final long request;
    final CamuTxn txn;
    final SubmissionLane lane;

    int sent;

    long sentNanos;
    boolean done;

    private final byte[][] results;
    private int missing;
    private GroupTimestamp at;

    Submission(long request, CamuTxn txn, SubmissionLane lane) {
        this.request = request;
        this.txn = txn;
        this.lane = lane;
        missing = txn.groups().length;
        results = new byte[missing][];
    }

    boolean lacks(int group) {
        int index = Arrays.binarySearch(txn.groups(), group);
        return index >= 0 && results[index] == null;
    }

    /** @return whether the results of all destinations are known */
    boolean answered(int group, GroupTimestamp timestamp, byte[] result) {
        if (!lacks(group)) return false;
        if (at != null && !at.equals(timestamp))
            throw new IllegalStateException(
                    txn + ": partitions gave the timestamps " + at + " and " + timestamp);
        at = timestamp;
        results[Arrays.binarySearch(txn.groups(), group)] = result;
        return --missing == 0;
    }

    GroupAnswers answers() {
        return new GroupAnswers(at, txn.groups(), results);
    }
}
