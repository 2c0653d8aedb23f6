package io.abcast.zab;

import io.abcast.kernel.Effects;
import java.util.LinkedHashSet;
import java.util.Set;

/**
 * A leader's pledge: its announcement to the driver that it will soon send commits to its followers (Mahamdi et al.,
 * 2023, section III-B). A pledge is open while proposals wait for a quorum of acks; meanwhile the driver may hold other
 * messages to the followers, and send them together with the commits. A pledge is only a hint to the driver; no
 * decision of the protocol depends on it.
 */
final class CommitPledge {
    private final Effects effects;

    private long pledges;

    private boolean open;

    /** The ranks of the followers to which the leader will send the announced commits, as one bit for each rank. */
    private long ranks;

    private Set<Integer> to = Set.of();

    CommitPledge(Effects effects) {
        this.effects = effects;
    }

    void end() {
        if (!open) return;
        open = false;
        effects.endPledge(pledges);
    }

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
