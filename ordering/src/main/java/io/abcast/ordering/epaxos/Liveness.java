package io.abcast.ordering.epaxos;

import io.abcast.kernel.Membership;
import io.abcast.ordering.epaxos.EpaxosMessage.Heartbeat;
import java.util.Arrays;

/**
 * Tracks which members this member can reach. A member is reachable if its heartbeat has arrived within the last
 * election timeout. Wrong information about reachability can cost fast votes and cause Nops, but does not affect
 * safety.
 */
final class Liveness {
    private static final long NEVER = Long.MIN_VALUE / 2;

    private final Membership members;
    private final int own;
    private final long timeoutNanos;

    /** By rank: time in ns at which the last heartbeat of the member arrived. */
    private final long[] heardNanos;

    /**
     * By rank: the instances that the member had executed durably at its last heartbeat; {@code null} before its first
     * heartbeat.
     */
    private final Prefixes[] done;

    /**
     * By rank of another member: the instances that the other member had executed when its frontier began to take this
     * member into account; {@code null} while its frontier ignores this member.
     */
    private final Prefixes[] targets;

    /** Members that delay the removal of instances for too long, as a set of bits, one bit per rank. */
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

    /** Forgets the heartbeats of all members, because the ensemble has changed. */
    void renew() {
        Arrays.fill(heardNanos, NEVER);
        Arrays.fill(done, null);
        Arrays.fill(targets, null);
        slow = 0;
    }

    /**
     * Handles a heartbeat.
     *
     * @param executed the instances that this member has executed durably. If the executed instances contain the
     *     sender's frontier, the sender's frontier takes this member into account. The sender then drops no instance
     *     that this member has not executed
     */
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

    /** Returns whether this member can reach any other member. */
    boolean anyOther(long nowNanos) {
        for (int id : members.ids())
            if (members.rank(id) != own && isReachable(id, nowNanos)) return true;
        return false;
    }

    /**
     * Chooses the members that no longer delay the removal of instances, if this member retains too many instances
     * ({@code retained_max}). The chosen members have, as far as this member knows, not executed all instances that
     * this member has executed.
     */
    void retain(boolean tooMany, Prefixes own) {
        slow = 0;
        if (!tooMany) return;
        for (int r = 0; r < done.length; r++)
            if (r != this.own && (done[r] == null || !done[r].contain(own))) slow |= 1 << r;
    }

    /**
     * Returns whether {@code member} no longer delays the removal of instances. {@code isSlow} is true if this member
     * retains too many instances, and {@code member} has not executed all instances that this member has executed.
     */
    boolean isSlow(int member) {
        return (slow >> members.rank(member) & 1) != 0;
    }

    /**
     * Returns whether this member has caught up with the reachable members. For each reachable member R, this member
     * must have executed all instances that R had executed when R's frontier began to take this member into account.
     * Once R's frontier takes this member into account, R drops no instance that this member has not executed.
     *
     * @param executed the instances that this member has executed durably
     */
    boolean isCaughtUp(Prefixes executed, long nowNanos) {
        for (int id : members.ids()) {
            int rank = members.rank(id);
            if (rank == own || !isReachable(id, nowNanos)) continue;
            if (targets[rank] == null || !executed.contain(targets[rank])) return false;
        }
        return true;
    }

    /** Returns whether the frontier of this member takes {@code member} into account. */
    boolean counts(int member, long nowNanos) {
        return isReachable(member, nowNanos) && !isSlow(member);
    }
}
