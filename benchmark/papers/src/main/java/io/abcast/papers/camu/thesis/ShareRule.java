package io.abcast.papers.camu.thesis;

import io.abcast.papers.camu.arena.PartitionOperation;
import io.abcast.papers.camu.thesis.PartitionLinks.Protocol;

/**
 * The rule of Vandevoorde 2018, section 4.3.3, that chooses the protocol of a link between two partitions. A partition
 * evaluates the rule for all its links every {@link #ROUNDS} rounds. A round touches a link if the partition executes
 * an operation of the partition at the other end, or an operation of its own that has that partition as a destination.
 * If more than 75 % of the rounds since the last evaluation touched a link, the link should use Periodic Broadcast. If
 * less than 25 % of the rounds touched a link, the link should use TO-Multicast.
 */
final class ShareRule {
    /** Vandevoorde 2018: "X = 10 ~ 15 rounds". */
    static final int ROUNDS = 15;

    private static final double PERIODIC_SHARE = 0.75;
    private static final double GENUINE_SHARE = 0.25;

    private final int self;
    private final PartitionLinks links;
    private final LinkSwitcher switcher;

    /** For each other partition; {@code lastTouched} has the number of the last round that touched its link. */
    private final int[] touched;

    private final int[] lastTouched;
    private int rounds;

    ShareRule(int self, int partitions, PartitionLinks links, LinkSwitcher switcher) {
        this.self = self;
        this.links = links;
        this.switcher = switcher;
        touched = new int[partitions];
        lastTouched = new int[partitions];
    }

    void executed(PartitionOperation operation) {
        if (operation.origin() != self) {
            touch(operation.origin());
            return;
        }
        for (int each : operation.destinations()) if (each != self) touch(each);
    }

    private void touch(int partition) {
        int round = rounds + 1;
        if (lastTouched[partition] == round) return;
        lastTouched[partition] = round;
        touched[partition]++;
    }

    void roundEnded() {
        if (++rounds < ROUNDS) return;
        rounds = 0;
        switcher.clearRequests();
        for (int each = 0; each < touched.length; each++) {
            double share = (double) touched[each] / ROUNDS;
            Protocol now = links.with(each);
            if (share > PERIODIC_SHARE && now == Protocol.TO_MULTICAST)
                switcher.request(each, true);
            if (share < GENUINE_SHARE && now == Protocol.PERIODIC_BROADCAST)
                switcher.request(each, false);
            touched[each] = 0;
            lastTouched[each] = 0;
        }
    }
}
