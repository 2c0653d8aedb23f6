package io.abcast.ordering.camu;

import io.abcast.kernel.WireReader;
import io.abcast.kernel.WireWriter;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.function.LongPredicate;

/**
 * The session table of a partition: the transactions that the partition knows, and the answers that their submitters
 * may still need. A repeated request therefore takes effect only once.
 *
 * <p>Each run of a replica is one session. A new session of a replica closes the older one. The partition forgets a
 * closed session when its transactions are finished, their stream items are acknowledged, and the network holds no more
 * of its messages.
 *
 * <p>The table measures time by the advances of the clock, each counted as at most the maximum step, because a wrong
 * server clock may jump by years.
 */
final class SessionTable {
    private static final int GROUP_BITS = 12;
    private static final int START_BITS = 35;

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

    private long time;

    private long clock;

    private long forgotten;

    /**
     * @param ttl time after which the table forgets a closed session; in units of the partition's clock
     * @param isInFlight whether another partition may still lack a stream item about a transaction of a session
     */
    SessionTable(long ttl, LongPredicate isInFlight) {
        this.ttl = ttl;
        stepMax = Math.max(1, ttl / STEPS_MIN);
        this.isInFlight = isInFlight;
    }

    /**
     * A session id has 16 bits for the server, 12 bits for the partition of the submitting replica, and 35 random bits
     * for the start of the replica.
     */
    static long id(int server, int group, long random) {
        long replica = (long) server << GROUP_BITS | group;
        return replica << START_BITS | random >>> (Long.SIZE - START_BITS);
    }

    static int server(long session) {
        return (int) (session >>> (GROUP_BITS + START_BITS));
    }

    static int group(long session) {
        return (int) (session >>> START_BITS) & (1 << GROUP_BITS) - 1;
    }

    boolean isKnown(TxnId id) {
        SessionLane lane = lane(id);
        return lane != null && lane.isKnown(id.number());
    }

    /** Returns {@code null} if this partition does not know the transaction, or the submitter has all answers. */
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

    void advance(long now) {
        time += Math.min(now - clock, stepMax);
        clock = now;
    }

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
     * A reopened session closes no other session, because the partition cannot know which of the open sessions has
     * ended.
     */
    private void closeOthers(long id) {
        for (Session other : all.values())
            if (other.id >>> START_BITS == id >>> START_BITS && other.closedAt == 0)
                other.closedAt = time;
    }

    boolean isClosed(long id) {
        Session session = session(id);
        return session != null && session.closedAt != 0;
    }

    /**
     * A late transaction of an older session closed the session, but its submitter still has an unanswered transaction.
     */
    void reopen(long id) {
        Session session = session(id);
        if (session != null) session.closedAt = 0;
    }

    void finished(TxnId id) {
        Session session = session(id.session());
        session.unfinished--;
        assert session.unfinished >= 0 : id;
    }

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

    int size() {
        return all.size();
    }
}
