package io.abcast.ordering.camu;

import io.abcast.kernel.WireReader;
import io.abcast.kernel.WireWriter;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.function.LongPredicate;

/**
 * The session table of a partition: which transactions are known, and the answers that their submitters may still need.
 * The table makes a repeated request harmless.
 *
 * <p>A replica has one session from its start to its end. Once a new session of the same replica is seen, the session is
 * closed. A closed session is forgotten when it has no unfinished transaction here, all its items have arrived, and a
 * time has passed in which all its messages have disappeared.
 */
final class SessionTable {
    private static final int GROUP_BITS = 12;
    private static final int START_BITS = 35;

    private static final class Session {
        final long id;
        final LinkedHashMap<Integer, SessionLane> lanes = new LinkedHashMap<>();
        int unfinished;

        /** The partition's clock when a new session of the same replica was seen; 0 while the session is open. */
        long closedAt;

        Session(long id) {
            this.id = id;
        }

        SessionLane lane(long number) {
            return lanes.get(SessionLane.lane(number));
        }
    }

    private static final Session NONE = new Session(-1);

    private final long ttl;
    private final LongPredicate isInFlight;
    private final LinkedHashMap<Long, Session> all = new LinkedHashMap<>();

    private Session last = NONE;

    /**
     * @param ttl time in units of the clock after which a closed session is forgotten
     * @param isInFlight whether another partition may still lack an item about a transaction of a session
     */
    SessionTable(long ttl, LongPredicate isInFlight) {
        this.ttl = ttl;
        this.isInFlight = isInFlight;
    }

    /**
     * Returns the id of a session: 16 bits for the server, 12 for the partition of the submitting replica, and 35 random
     * bits for its start.
     */
    static long id(int server, int group, long random) {
        long replica = (long) server << GROUP_BITS | group;
        return replica << START_BITS | random >>> (Long.SIZE - START_BITS);
    }

    /** The server that submits the transactions of a session. */
    static int server(long session) {
        return (int) (session >>> (GROUP_BITS + START_BITS));
    }

    /** The partition of the replica that submits the transactions of a session. */
    static int group(long session) {
        return (int) (session >>> START_BITS) & (1 << GROUP_BITS) - 1;
    }

    boolean isKnown(TxnId id) {
        SessionLane lane = lane(id);
        return lane != null && lane.isKnown(id.number());
    }

    /** Returns the outcome; {@code null} if the transaction is unknown, or the submitter has all answers. */
    SessionLane.Outcome outcome(TxnId id) {
        SessionLane lane = lane(id);
        return lane == null ? null : lane.outcome(id.number());
    }

    private SessionLane lane(TxnId id) {
        Session session = session(id.session());
        return session == null ? null : session.lane(id.number());
    }

    private Session session(long id) {
        if (last.id == id) return last;
        Session session = all.get(id);
        if (session != null) last = session;
        return session;
    }

    /**
     * Records a new transaction.
     *
     * @param destination whether this partition is one of its destinations
     * @param clock the partition's clock
     */
    SessionLane.Outcome see(CamuTxn txn, boolean destination, long clock) {
        long id = txn.id().session();
        Session session = session(id);
        if (session == null) {
            session = new Session(id);
            closeOthers(id, clock);
            all.put(id, session);
            last = session;
            forget(clock);
        }
        session.closedAt = 0;
        if (destination) session.unfinished++;
        SessionLane lane =
                session.lanes.computeIfAbsent(
                        SessionLane.lane(txn.id().number()), n -> new SessionLane());
        return lane.see(txn, destination);
    }

    /**
     * Closes the other sessions of the replica. A transaction of an older session may arrive behind those of the present
     * one, so a closed session that is seen again is open again. It closes no other session: nothing tells which of the
     * two has ended. The next session of the replica closes both.
     */
    private void closeOthers(long id, long clock) {
        for (Session other : all.values())
            if (other.id >>> START_BITS == id >>> START_BITS && other.closedAt == 0)
                other.closedAt = clock;
    }

    /** Called when a transaction of which this partition is a destination has been delivered. */
    void finished(TxnId id) {
        Session session = session(id.session());
        session.unfinished--;
        assert session.unfinished >= 0 : id;
    }

    /** Removes the closed sessions whose time has passed. */
    private void forget(long clock) {
        for (Iterator<Session> i = all.values().iterator(); i.hasNext(); ) {
            Session session = i.next();
            boolean over = session.closedAt != 0 && session.closedAt + ttl < clock;
            if (!over || session.unfinished != 0 || isInFlight.test(session.id)) continue;
            i.remove();
            if (last == session) last = NONE;
        }
    }

    void write(WireWriter out) {
        out.varint(all.size());
        for (Session session : all.values()) {
            out.i64(session.id)
                    .varint(session.closedAt)
                    .varint(session.unfinished)
                    .varint(session.lanes.size());
            session.lanes.forEach((number, lane) -> lane.write(out.varint(number)));
        }
    }

    void read(WireReader in) {
        for (int left = in.count(Integer.MAX_VALUE); left > 0; left--) {
            Session session = new Session(in.i64());
            session.closedAt = in.varint();
            session.unfinished = in.count(Integer.MAX_VALUE);
            for (int lanes = in.count(SessionLane.LANES_MAX); lanes > 0; lanes--)
                session.lanes.put(
                        in.count(SessionLane.LANES_MAX - 1), SessionLane.read(session.id, in));
            all.put(session.id, session);
        }
    }

    /** Number of sessions. */
    int size() {
        return all.size();
    }
}
