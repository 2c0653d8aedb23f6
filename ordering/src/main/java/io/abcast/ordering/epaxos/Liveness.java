package io.abcast.ordering.epaxos;

import io.abcast.kernel.Membership;
import io.abcast.ordering.epaxos.EpaxosMessage.Heartbeat;
import java.util.Arrays;

/**
 * Tracks which members are reachable: their last heartbeat has arrived within the last election timeout. Wrong
 * information about reachability can make commits slower or cause Nops, but never makes members disagree.
 */
final class Liveness {
    private static final long NEVER = Long.MIN_VALUE / 2;

    private final Membership members;
    private final int own;
    private final long timeoutNanos;

    /** By rank of a member: time in ns at which the member's last heartbeat arrived. */
    private final long[] heardNanos;

    /**
     * By rank of a member: the instances that the member had executed durably at its last heartbeat; {@code null}
     * before its first heartbeat.
     */
    private final Prefixes[] done;

    /**
     * By rank of another member R: the instances that R had executed when R began to count this member in its frontier;
     * {@code null} while R ignores this member. R may have deleted only instances in {@code targets[R]} before this
     * member executed them.
     */
    private final Prefixes[] targets;

    /**
     * Members for which this member keeps no executed instances, because it stores too many, as a bit set with one bit
     * per rank.
     */
    private int slow;

    Liveness(Membership members, int id, long timeoutNanos) {
        this.members = members;
        this.timeoutNanos = timeoutNanos;
        own = members.rank(id);
        heardNanos = new long[members.size()];
        done = new Prefixes[members.size()];
        targets = new Prefixes[members.size()];
        renew();
    }

    void renew() {
        Arrays.fill(heardNanos, NEVER);
        Arrays.fill(done, null);
        Arrays.fill(targets, null);
        slow = 0;
    }

    void onHeartbeat(int from, Heartbeat m, Prefixes executed, long nowNanos) {
        int rank = members.rank(from);
        boolean back = !isReachable(from, nowNanos);
        if (back || !executed.contain(m.frontier())) targets[rank] = null;
        if (targets[rank] == null && executed.contain(m.frontier())) targets[rank] = m.done();
        heardNanos[rank] = nowNanos;
        done[rank] = m.done();
    }

    boolean isReachable(int member, long nowNanos) {
        int rank = members.rank(member);
        return rank == own || nowNanos - heardNanos[rank] <= timeoutNanos;
    }

    boolean anyOther(long nowNanos) {
        for (int id : members.ids())
            if (members.rank(id) != own && isReachable(id, nowNanos)) return true;
        return false;
    }

    void retain(boolean tooMany, Prefixes own) {
        slow = 0;
        if (!tooMany) return;
        for (int r = 0; r < done.length; r++)
            if (r != this.own && (done[r] == null || !done[r].contain(own))) slow |= 1 << r;
    }

    boolean isSlow(int member) {
        return (slow >> members.rank(member) & 1) != 0;
    }

    boolean isCaughtUp(Prefixes executed, long nowNanos) {
        for (int id : members.ids()) {
            int rank = members.rank(id);
            if (rank == own || !isReachable(id, nowNanos)) continue;
            if (targets[rank] == null || !executed.contain(targets[rank])) return false;
        }
        return true;
    }

    boolean counts(int member, long nowNanos) {
        return isReachable(member, nowNanos) && !isSlow(member);
    }
}
