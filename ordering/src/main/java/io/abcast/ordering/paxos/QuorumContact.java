package io.abcast.ordering.paxos;

import io.abcast.ordering.log.Ports;
import java.util.Arrays;

/** Records when each voter last answered a message of a ballot of this member. */
final class QuorumContact {
    private final Ports ports;

    /**
     * For each member, by rank: the time in ns at which the member's last answer arrived, by the event loop's clock.
     */
    private final long[] nanos;

    QuorumContact(Ports ports) {
        this.ports = ports;
        nanos = new long[ports.members().size()];
        Arrays.fill(nanos, Long.MIN_VALUE / 2);
    }

    void from(int member) {
        nanos[ports.members().rank(member)] = ports.nowNanos();
    }

    int count() {
        return Integer.bitCount(ranks());
    }

    /** The voters that have answered within the election timeout, this member included, with one bit per rank. */
    int ranks() {
        int ranks = 0;
        for (int r = 0; r < nanos.length; r++)
            if (ports.members().id(r) == ports.id()
                    || ports.nowNanos() - nanos[r] <= ports.config().electionTimeoutNanos())
                ranks |= 1 << r;
        return ranks;
    }
}
