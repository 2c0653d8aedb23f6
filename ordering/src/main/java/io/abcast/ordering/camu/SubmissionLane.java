package io.abcast.ordering.camu;

import java.util.ArrayDeque;

/**
 * Keeps, at the submitter, the transactions of one lane (see {@link SessionLane}) from the first unanswered transaction
 * on.
 */
final class SubmissionLane {
    /**
     * The length is bounded because the partitions keep the answers of all transactions in a lane from the first
     * unanswered one on.
     */
    static final int LENGTH_MAX = 1 << 17;

    private final int lane;
    private final ArrayDeque<Submission> unanswered = new ArrayDeque<>();
    private long place;

    SubmissionLane(int lane) {
        this.lane = lane;
    }

    long take() {
        return SessionLane.number(lane, ++place);
    }

    void add(Submission submission) {
        unanswered.add(submission);
    }

    boolean isFull() {
        return unanswered.size() >= LENGTH_MAX;
    }

    void trim() {
        while (!unanswered.isEmpty() && unanswered.peek().done) unanswered.poll();
    }

    /** Returns the low-water mark: all transactions with numbers up to the mark are answered. */
    long answered() {
        return unanswered.isEmpty()
                ? SessionLane.number(lane, place)
                : unanswered.peek().txn.id().number() - 1;
    }
}
