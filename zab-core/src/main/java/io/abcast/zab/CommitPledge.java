package io.abcast.zab;

import io.abcast.kernel.Effects;
import java.util.LinkedHashSet;
import java.util.Set;

/**
 * A leader's pledge: its announcement to the driver that it will soon send commits to its followers (Mahamdi et al.
 * 2023, section III-B). The leader's pledge is open while the leader waits for a quorum to log its proposals. While a
 * leader's pledge is open, the driver may hold other messages from the leader's host to the followers. The driver sends
 * the held messages together with the commits. The leader's pledge is a hint to the driver: no decision of the protocol
 * depends on a pledge.
 */
final class CommitPledge {
    private final Effects effects;

    /** Number of the last pledge, the announcement of commits to the driver, that this leader has begun. */
    private long pledges;

    private boolean open;

    /** The ranks of the followers to which the leader will send the announced commits, as one bit for each rank. */
    private long ranks;

    private Set<Integer> to = Set.of();

    CommitPledge(Effects effects) {
        this.effects = effects;
    }

    /**
     * Ends the leader's pledge, its announcement of commits, because a quorum has logged more entries or the leader has
     * left its role.
     */
    void end() {
        if (!open) return;
        open = false;
        effects.endPledge(pledges);
    }

    /** Begins a pledge, the announcement that commits will follow, because proposed entries wait for a quorum. */
    void begin(Progress[] followers) {
        long now = 0;
        for (int rank = 0; rank < followers.length; rank++)
            if (followers[rank] != null && followers[rank].upToDate) now |= 1L << rank;
        if (open && now == ranks) return;
        end();
        if (now != ranks) {
            ranks = now;
            to = new LinkedHashSet<>();
            for (Progress follower : followers)
                if (follower != null && follower.upToDate) to.add(follower.link.peer);
        }
        if (now == 0) return;
        open = true;
        effects.beginPledge(++pledges, to, 0);
    }
}
