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
 *
 * <p>The partition's clock may jump by years when the clock of a server is wrong. Messages do not disappear at a jump.
 * So the table measures time by the advances of the clock, and a large advance counts as a small one.
 */
final class SessionTable {
    private static final int GROUP_BITS = 12;
    private static final int START_BITS = 35;

    /** The time to live of a closed session takes at least this number of advances of the clock. */
    private static final int STEPS_MIN = 64;

    private static final class Session {
        final long id;
        final LinkedHashMap<Integer, SessionLane> lanes = new LinkedHashMap<>();
        int unfinished;

        /** The time when a new session of the same replica was seen; 0 while the session is open. */
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
    private final long stepMax;
    private final LongPredicate isInFlight;
    private final LinkedHashMap<Long, Session> all = new LinkedHashMap<>();

    private Session last = NONE;

    /** Sum of the advances of the partition's clock, each of at most {@link #stepMax}. */
    private long time;

    private long clock;

    /** Number of sessions that were forgotten since the replica's start or last installed snapshot. */
    private long forgotten;

    /**
     * @param ttl time in units of the clock after which a closed session is forgotten
     * @param isInFlight whether another partition may still lack an item about a transaction of a session
     */
    SessionTable(long ttl, LongPredicate isInFlight) {
        this.ttl = ttl;
        stepMax = Math.max(1, ttl / STEPS_MIN);
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

    /** The partition's clock has advanced. */
    void advance(long now) {
        time += Math.min(now - clock, stepMax);
        clock = now;
    }

    /**
     * Records a new transaction.
     *
     * @param destination whether this partition is one of its destinations
     */
    SessionLane.Outcome see(CamuTxn txn, boolean destination) {
        long id = txn.id().session();
        Session session = session(id);
        if (session == null) {
            session = new Session(id);
            closeOthers(id);
            all.put(id, session);
            last = session;
            forget();
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
    private void closeOthers(long id) {
        for (Session other : all.values())
            if (other.id >>> START_BITS == id >>> START_BITS && other.closedAt == 0)
                other.closedAt = time;
    }

    /** Whether a session is closed, so that it will be forgotten. */
    boolean isClosed(long id) {
        Session session = session(id);
        return session != null && session.closedAt != 0;
    }

    /**
     * Opens a session again. Its submitter has an unanswered transaction, so the session has not ended: the transaction
     * that closed it was a late one of an older session.
     */
    void reopen(long id) {
        Session session = session(id);
        if (session != null) session.closedAt = 0;
    }

    /** Called when a transaction of which this partition is a destination has been delivered. */
    void finished(TxnId id) {
        Session session = session(id.session());
        session.unfinished--;
        assert session.unfinished >= 0 : id;
    }

    /** Removes the closed sessions whose time has passed. */
    private void forget() {
        for (Iterator<Session> i = all.values().iterator(); i.hasNext(); ) {
            Session session = i.next();
            boolean over = session.closedAt != 0 && session.closedAt + ttl < time;
            if (!over || session.unfinished != 0 || isInFlight.test(session.id)) continue;
            i.remove();
            forgotten++;
            if (last == session) last = NONE;
        }
    }

    /** @param gaps receives the places of the missing results */
    void write(WireWriter out, PendingSnapshot.Gaps gaps) {
        out.varint(time).varint(clock).varint(all.size());
        for (Session session : all.values()) {
            out.i64(session.id)
                    .varint(session.closedAt)
                    .varint(session.unfinished)
                    .varint(session.lanes.size());
            session.lanes.forEach((number, lane) -> lane.write(out.varint(number), gaps));
        }
    }

    void read(WireReader in) {
        time = in.varint();
        clock = in.varint();
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

    long forgotten() {
        return forgotten;
    }

    /** Number of sessions. */
    int size() {
        return all.size();
    }
}
