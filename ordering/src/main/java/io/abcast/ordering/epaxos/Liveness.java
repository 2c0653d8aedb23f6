package io.abcast.ordering.epaxos;

import io.abcast.kernel.Membership;
import io.abcast.ordering.epaxos.EpaxosMessage.Heartbeat;
import java.util.Arrays;

/**
 * Tracks which members are reachable: those whose heartbeat has arrived within the election timeout. A wrong answer
 * costs fast votes and Nops, and no safety.
 */
final class Liveness {
    private static final long NEVER = Long.MIN_VALUE / 2;

    private final Membership members;
    private final int own;
    private final long timeoutNanos;

    /** By rank: time of the last heartbeat. */
    private final long[] heardNanos;

    /** By rank: what the member had executed durably at its last heartbeat; {@code null} without one. */
    private final Prefixes[] done;

    /** By rank: what the member had executed when it began to wait for this one; {@code null} if it does not wait. */
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
     * @param executed the instances that this member has executed durably. A member whose frontier is among them waits
     *     for this one
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
     * Chooses the members that no longer delay the removal of instances ({@code retained_max}): those that, as far as
     * this member knows, have not executed what it has, while too many instances are retained.
     */
    void retain(boolean tooMany, Prefixes own) {
        slow = 0;
        if (!tooMany) return;
        for (int r = 0; r < done.length; r++)
            if (r != this.own && (done[r] == null || !done[r].contain(own))) slow |= 1 << r;
    }

    /**
     * Whether too many instances are retained for the member: it has not executed what this member has, and this member
     * retains too many.
     */
    boolean isSlow(int member) {
        return (slow >> members.rank(member) & 1) != 0;
    }

    /**
     * Whether this member has executed what the reachable members had executed when they began to wait for it. Then they
     * drop nothing that this member lacks.
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
