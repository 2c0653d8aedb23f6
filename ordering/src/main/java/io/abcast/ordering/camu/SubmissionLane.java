package io.abcast.ordering.camu;

import java.util.ArrayDeque;

/** The transactions of one lane at their submitter, from the first unanswered one on, see {@link SessionLane}. */
final class SubmissionLane {
    /**
     * Maximum number of transactions from the first unanswered one on. The partitions keep the answers of all of them.
     * Sets of destinations that share a lane reach this bound while one of them waits for a partition without a quorum.
     */
    static final int LENGTH_MAX = 1 << 17;

    private final int lane;
    private final ArrayDeque<Submission> unanswered = new ArrayDeque<>();
    private long place;

    SubmissionLane(int lane) {
        this.lane = lane;
    }

    /** Takes the next number of the lane. */
    long take() {
        return SessionLane.number(lane, ++place);
    }

    void add(Submission submission) {
        unanswered.add(submission);
    }

    boolean isFull() {
        return unanswered.size() >= LENGTH_MAX;
    }

    /** Called after a transaction of this lane was answered. */
    void trim() {
        while (!unanswered.isEmpty() && unanswered.peek().done) unanswered.poll();
    }

    /** The low-water mark: all transactions up to this number are answered. */
    long answered() {
        return unanswered.isEmpty()
                ? SessionLane.number(lane, place)
                : unanswered.peek().txn.id().number() - 1;
    }
}
