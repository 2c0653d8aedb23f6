package io.abcast.ordering.epaxos;

import io.abcast.kernel.Membership;
import io.abcast.ordering.epaxos.EpaxosMessage.Heartbeat;
import java.util.Arrays;

/**
 * Tracks which members are reachable, that is, whose heartbeat has arrived within the last election timeout. Wrong
 * information can cost fast votes and cause Nops, but does not affect safety.
 */
final class Liveness {
    private static final long NEVER = Long.MIN_VALUE / 2;

    private final Membership members;
    private final int own;
    private final long timeoutNanos;

    /** By rank: time of the last heartbeat. */
    private final long[] heardNanos;

    /**
     * By rank: the instances that the member had executed durably at its last heartbeat; {@code null} without a
     * heartbeat.
     */
    private final Prefixes[] done;

    /**
     * By rank: the instances that the member had executed when its frontier began to take this member into account;
     * {@code null} if the frontier does not.
     */
    private final Prefixes[] targets;

    /** Members that delay the removal of instances for too long, with one bit per rank. */
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

    /** Forgets everything, because the ensemble has changed. */
    void renew() {
        Arrays.fill(heardNanos, NEVER);
        Arrays.fill(done, null);
        Arrays.fill(targets, null);
        slow = 0;
    }

    /**
     * @param executed the instances that this member has executed durably. If these contain the sender's frontier, the
     *     frontier takes this member into account, so the sender does not drop instances that this member has not
     *     executed
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

    /** Whether any other member is reachable. */
    boolean anyOther(long nowNanos) {
        for (int id : members.ids())
            if (members.rank(id) != own && isReachable(id, nowNanos)) return true;
        return false;
    }

    /**
     * If too many instances are retained ({@code retained_max}), chooses the members that no longer delay the removal
     * of instances: those that, as far as this member knows, have not executed all instances that this member has
     * executed.
     */
    void retain(boolean tooMany, Prefixes own) {
        slow = 0;
        if (!tooMany) return;
        for (int r = 0; r < done.length; r++)
            if (r != this.own && (done[r] == null || !done[r].contain(own))) slow |= 1 << r;
    }

    /**
     * Whether the member no longer delays the removal of instances, because it has not executed all instances that this
     * member has executed, and this member retains too many.
     */
    boolean isSlow(int member) {
        return (slow >> members.rank(member) & 1) != 0;
    }

    /**
     * Whether this member has executed all instances that the reachable members had executed when their frontiers began
     * to take it into account. If so, these members drop no instance that this member has not executed.
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

    /** Whether the frontier takes the member into account. */
    boolean counts(int member, long nowNanos) {
        return isReachable(member, nowNanos) && !isSlow(member);
    }
}
