package io.abcast.papers.camu.thesis;

import io.abcast.papers.camu.arena.PartitionOperation;
import io.abcast.papers.camu.thesis.PartitionLinks.Protocol;

/**
 * The thesis's rule for links (section 4.3.3). After some rounds, a link should use Periodic Broadcast if operations
 * touched its partition in more than 75 % of the rounds, and TO-Multicast if in less than 25 %.
 */
final class ShareRule {
    /** "X = 10 ~ 15 rounds". */
    static final int ROUNDS = 15;

    private static final double PERIODIC_SHARE = 0.75;
    private static final double GENUINE_SHARE = 0.25;

    private final int self;
    private final PartitionLinks links;
    private final LinkSwitcher switcher;

    /** For each partition: rounds that have touched it, and the last of these rounds. */
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

    /** Reports an operation that this partition executes in the present round. */
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
