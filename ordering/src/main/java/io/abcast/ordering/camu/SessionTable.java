package io.abcast.ordering.camu;

import io.abcast.kernel.WireReader;
import io.abcast.kernel.WireWriter;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.function.LongPredicate;

/**
 * The session table of a partition, with which the partition recognises repeated requests. The session table contains
 * the transactions that the partition knows, and the answers that their submitters may still need. A repeated request
 * therefore takes effect only once.
 *
 * <p>Each run of a replica is one session. When the partition sees a new session of a replica, it closes the older
 * session of that replica. The partition forgets a closed session only when all transactions of the session are
 * finished in this partition, and other partitions have acknowledged all stream items about them. Before a closed
 * session is forgotten, so much time must also have passed that the network holds no more messages of the session.
 *
 * <p>The partition's clock may jump by years when the clock of a server is wrong, while messages are still in flight.
 * The session table therefore measures time by the advances of the clock, and counts each advance as at most the
 * maximum step.
 */
final class SessionTable {
    private static final int GROUP_BITS = 12;
    private static final int START_BITS = 35;

    /** Minimum number of advances of the partition's clock in the time to live of a closed session. */
    private static final int STEPS_MIN = 64;

    private static final class Session {
        final long id;
        final LinkedHashMap<Integer, SessionLane> lanes = new LinkedHashMap<>();
        int unfinished;

        /**
         * Value of {@link SessionTable#time} when the partition saw a newer session of the same replica; 0 while the
         * session is open.
         */
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

    /** Number of sessions that this replica has forgotten since its start or its last installed snapshot. */
    private long forgotten;

    /**
     * Creates an empty session table.
     *
     * @param ttl time after which the table forgets a closed session; in units of the partition's clock
     * @param isInFlight whether another partition may still lack a stream item about a transaction of a session
     */
    SessionTable(long ttl, LongPredicate isInFlight) {
        this.ttl = ttl;
        stepMax = Math.max(1, ttl / STEPS_MIN);
        this.isInFlight = isInFlight;
    }

    /**
     * Returns the id of a session of a replica. A session id has 16 bits for the server, 12 bits for the partition of
     * the submitting replica, and 35 random bits for the start of the replica.
     */
    static long id(int server, int group, long random) {
        long replica = (long) server << GROUP_BITS | group;
        return replica << START_BITS | random >>> (Long.SIZE - START_BITS);
    }

    /** Returns the id of the server that submits the transactions of a session. */
    static int server(long session) {
        return (int) (session >>> (GROUP_BITS + START_BITS));
    }

    /** Returns the number of the partition whose replica submits the transactions of a session. */
    static int group(long session) {
        return (int) (session >>> START_BITS) & (1 << GROUP_BITS) - 1;
    }

    boolean isKnown(TxnId id) {
        SessionLane lane = lane(id);
        return lane != null && lane.isKnown(id.number());
    }

    /**
     * Returns the phase and result of a transaction; {@code null} if this partition does not know the transaction, or
     * if the submitter has all answers.
     */
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

    /** Records that the clock of this partition has advanced to {@code now}. */
    void advance(long now) {
        time += Math.min(now - clock, stepMax);
        clock = now;
    }

    /**
     * Records a transaction that is new in its session.
     *
     * @param destination whether this partition is a destination of the transaction
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
     * Closes the other sessions of the replica that has begun the session {@code id}. If a late transaction of a closed
     * session arrives, the closed session becomes open again. A reopened session closes no other session, because the
     * partition cannot know which of the open sessions has ended. The next session of the replica closes all its older
     * sessions.
     */
    private void closeOthers(long id) {
        for (Session other : all.values())
            if (other.id >>> START_BITS == id >>> START_BITS && other.closedAt == 0)
                other.closedAt = time;
    }

    /** Returns whether a session is closed, so that the partition will forget the session. */
    boolean isClosed(long id) {
        Session session = session(id);
        return session != null && session.closedAt != 0;
    }

    /**
     * Opens a closed session again. The submitter of the reopened session has an unanswered transaction, so the session
     * has not ended: a late transaction of an older session closed it.
     */
    void reopen(long id) {
        Session session = session(id);
        if (session != null) session.closedAt = 0;
    }

    /** Records that this partition, a destination of the transaction, has delivered it. */
    void finished(TxnId id) {
        Session session = session(id.session());
        session.unfinished--;
        assert session.unfinished >= 0 : id;
    }

    /** Forgets the closed sessions whose time to live has passed. */
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

    /**
     * Appends the session table to an encoded snapshot.
     *
     * @param gaps collector of the positions of the missing results in the encoded table
     */
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

    /** Returns the number of sessions in the table. */
    int size() {
        return all.size();
    }
}
