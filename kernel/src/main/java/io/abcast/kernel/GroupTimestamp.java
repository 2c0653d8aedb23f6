package io.abcast.kernel;

/**
 * The place of a transaction in the order of all groups. Timestamps are compared by clock, then session, then number.
 * No two transactions have equal timestamps.
 *
 * @param clock value of a hybrid logical clock: microseconds since 1970 times 256, plus a count of events; at least 0
 * @param session numeric id of the session that submitted the transaction
 * @param number the session's number for the transaction; at least 1
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
