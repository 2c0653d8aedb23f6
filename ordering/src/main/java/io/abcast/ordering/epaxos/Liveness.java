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

    /** Members that delay the removal of instances for too long, with one bit per rank. */
    private int slow;

    Liveness(Membership members, int id, long timeoutNanos) {
        this.members = members;
        this.timeoutNanos = timeoutNanos;
        own = members.rank(id);
        heardNanos = new long[members.size()];
        done = new Prefixes[members.size()];
        renew();
    }

    /** Forgets everything, because the ensemble has changed. */
    void renew() {
        Arrays.fill(heardNanos, NEVER);
        Arrays.fill(done, null);
        slow = 0;
    }

    void onHeartbeat(int from, Heartbeat m, long nowNanos) {
        int rank = members.rank(from);
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
     * Chooses the members that no longer delay the removal of instances ({@code retained_max}): those that have
     * not executed what this member has, while too many instances are retained.
     */
    void retain(boolean tooMany, Prefixes own) {
        slow = 0;
        if (!tooMany) return;
        for (int r = 0; r < done.length; r++)
            if (r != this.own && done[r] != null && !done[r].contain(own)) slow |= 1 << r;
    }

    /** Whether the frontier takes the member into account. */
    boolean counts(int member, long nowNanos) {
        return isReachable(member, nowNanos) && (slow >> members.rank(member) & 1) == 0;
    }
}
