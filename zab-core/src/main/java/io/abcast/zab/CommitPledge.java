package io.abcast.zab;

import io.abcast.kernel.Effects;
import java.util.LinkedHashSet;
import java.util.Set;

/**
 * A leader's announcement that it will soon send commits to its followers (Mahamdi et al. 2023, section III-B). A
 * pledge is open while the leader waits for a quorum to log its proposals. Meanwhile the driver may hold other messages
 * from the leader's host to the same members, so that they leave together with the commits. A pledge is a hint: no
 * decision depends on it.
 */
final class CommitPledge {
    private final Effects effects;

    /** Number of the last pledge that was begun. */
    private long pledges;

    private boolean open;

    /** Ranks of the members in {@link #to}, one bit each. */
    private long ranks;

    private Set<Integer> to = Set.of();

    CommitPledge(Effects effects) {
        this.effects = effects;
    }

    /** Ends the pledge, because a quorum has logged more entries or the leader has left its role. */
    void end() {
        if (!open) return;
        open = false;
        effects.endPledge(pledges);
    }

    /** Begins a pledge, because entries wait for a quorum. */
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
