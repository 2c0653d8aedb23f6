package io.abcast.kernel;

/**
 * The position of a transaction in the order of all groups. Group timestamps are compared by clock, then by session,
 * then by number. No two transactions have equal group timestamps.
 *
 * @param clock value of a hybrid logical clock: microseconds since 1970 times 256, plus a count of events; at least 0
 * @param session numeric id of the session that submitted the transaction
 * @param number number that the session has given to the transaction; at least 1
 */
public record GroupTimestamp(long clock, long session, long number)
        implements Comparable<GroupTimestamp> {
    @Override
    public int compareTo(GroupTimestamp other) {
        int order = Long.compare(clock, other.clock);
        if (order == 0) order = Long.compare(session, other.session);
        return order == 0 ? Long.compare(number, other.number) : order;
    }

    @Override
    public String toString() {
        return clock + "/" + Long.toHexString(session) + "#" + number;
    }
}
