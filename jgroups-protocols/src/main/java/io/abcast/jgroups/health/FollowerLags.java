package io.abcast.jgroups.health;

import io.abcast.kernel.Membership;
import io.abcast.kernel.Zxid;
import io.abcast.zab.Role;
import io.abcast.zab.SessionStatus;
import io.abcast.zab.ZabStatus;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Measures the lags of the followers of an established leader, once per timer tick of the event loop. */
public final class FollowerLags {
    private final Map<Integer, LagMeter> meters = new TreeMap<>();

    /**
     * Updates the measured lags of all followers.
     *
     * @return the lag of each other member, in order of server id; empty unless this member is an established leader
     */
    public List<FollowerLag> look(ZabStatus now, long nowNanos) {
        if (now.role() != Role.LEADING || !now.active()) {
            meters.clear();
            return List.of();
        }
        Membership members = now.members();
        List<FollowerLag> lags = new ArrayList<>(members.size());
        for (int r = 0; r < members.size(); r++) {
            int id = members.id(r);
            if (id == now.id()) continue;
            SessionStatus session = session(now.sessions(), id);
            if (session == null) {
                meters.remove(id);
                lags.add(FollowerLag.absent(id));
            } else {
                lags.add(lag(now, session, nowNanos));
            }
        }
        return List.copyOf(lags);
    }

    /**
     * Returns the number of serving voters that may fail while the leader still has a quorum. Observers do not count,
     * because they have no vote.
     */
    public static int spareVoters(Membership members, int self, List<FollowerLag> others) {
        int serving = votes(members, self) ? 1 : 0;
        for (FollowerLag other : others)
            if (other.serving() && votes(members, other.member())) serving++;
        return Math.max(0, serving - members.quorum());
    }

    private static boolean votes(Membership members, int id) {
        return members.contains(id) && members.votes(members.rank(id));
    }

    private static SessionStatus session(List<SessionStatus> sessions, int peer) {
        for (SessionStatus session : sessions) if (session.peer() == peer) return session;
        return null;
    }

    private FollowerLag lag(ZabStatus now, SessionStatus s, long nowNanos) {
        long owes = 0;
        if (s.serving()) {
            LagMeter meter = meters.computeIfAbsent(s.peer(), id -> new LagMeter());
            owes = meter.look(now.lastZxid(), s.ackedZxid(), nowNanos);
        } else {
            meters.remove(s.peer());
        }
        return new FollowerLag(
                s.peer(),
                s.stage(),
                s.serving(),
                entries(now.lastZxid(), s.ackedZxid()),
                owes,
                s.windowBytes(),
                s.quietNanos(),
                s.session());
    }

    /**
     * Only entries of the leader's present epoch count: a follower whose last ack is of an earlier epoch has all
     * entries of that epoch.
     */
    private static long entries(long last, long acked) {
        if (acked < 0) return -1;
        if (acked >= last) return 0;
        boolean sameEpoch = Zxid.epoch(acked) == Zxid.epoch(last);
        return (long) Zxid.counter(last) - (sameEpoch ? Zxid.counter(acked) : 0);
    }
}
