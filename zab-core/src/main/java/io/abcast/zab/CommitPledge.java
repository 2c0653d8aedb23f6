package io.abcast.zab;

import io.abcast.kernel.Effects;
import java.util.LinkedHashSet;
import java.util.Set;

/**
 * A leader's word that commits are about to go to its followers, given while it waits for a quorum to log what it has proposed
 * (Mahamdi et al. 2023, section III-B: the pledge period). What others on its host want to send to the same members may wait for
 * them. A hint: nothing is decided by it.
 */
final class CommitPledge {
    private final Effects effects;

    /** The number of the last one. */
    private long pledges;

    private boolean open;

    /** Ranks of those whom {@link #to} names. */
    private long ranks;

    private Set<Integer> to = Set.of();

    CommitPledge(Effects effects) {
        this.effects = effects;
    }

    /** A quorum has logged more, or the leader leads no more. */
    void end() {
        if (!open) return;
        open = false;
        effects.endPledge(pledges);
    }

    /** Entries wait for a quorum. */
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
