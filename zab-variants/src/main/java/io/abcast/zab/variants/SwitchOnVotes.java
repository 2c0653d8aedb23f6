package io.abcast.zab.variants;

import io.abcast.kernel.Membership;
import io.abcast.zab.LeaderPolicy;
import java.util.Arrays;

/**
 * The leader's side of a protocol that switches to Zab's mode (followers ack only to the leader) and back by votes of
 * the followers (EL-Sanosi 2018, section 4.3.3). One follower's vote suffices for a switch to Zab's mode. The leader
 * leaves Zab's mode only if all followers vote against this mode. The thesis says: "even one follower's vote to quit
 * ZabCT is enough for all to switch to Zab, and all followers must vote for ZabCT for switching". Each epoch begins in
 * Zab's mode.
 *
 * <p>If the ensemble returns to Zab's mode soon after it has left it, the minimum time in Zab's mode doubles, up to a
 * bound.
 */
final class SwitchOnVotes implements LeaderPolicy {
    private static final long SECOND = 1_000_000_000;

    /** Initial minimum time in ns for which the ensemble stays in Zab's mode after a switch to this mode. */
    static final long STAY_NANOS_MIN = SECOND / 2;

    /** Largest value, in ns, of the minimum time in Zab's mode, which doubles with repeated switches. */
    static final long STAY_NANOS_MAX = 32 * SECOND;

    /**
     * Time in ns that the ensemble must spend outside Zab's mode, so that its next switch to Zab's mode does not count
     * as a repeated switch.
     */
    static final long STEADY_NANOS = 10 * SECOND;

    private final Membership members;
    private final int followersMin;

    /** For each rank, whether that follower's last vote since the last switch of the mode was against Zab's mode. */
    private final boolean[] votes;

    private int followers;
    private boolean zab = true;
    private long enteredNanos;
    private long notBeforeNanos = Long.MIN_VALUE;
    private long stayNanos = STAY_NANOS_MIN;
    private String reason = "";

    SwitchOnVotes(Membership members, int followersMin) {
        this.members = members;
        this.followersMin = followersMin;
        votes = new boolean[members.size()];
    }

    @Override
    public boolean zab() {
        return zab;
    }

    @Override
    public void onVote(int rank, boolean votesForZab, long nowNanos) {
        votes[rank] = !votesForZab;
        if (!zab && votesForZab) leave("follower " + members.id(rank) + " votes for it", nowNanos);
        else if (zab && !votesForZab) consider(nowNanos);
    }

    @Override
    public void onFollowers(int count, long nowNanos) {
        followers = count;
        if (!zab && count < followersMin)
            leave(
                    "expected at least " + followersMin + " followers, " + count + " are up",
                    nowNanos);
        else if (zab) consider(nowNanos);
    }

    @Override
    public void onGone(int rank) {
        votes[rank] = false;
    }

    @Override
    public String reason() {
        return reason;
    }

    private void consider(long nowNanos) {
        if (followers < followersMin || nowNanos < notBeforeNanos) return;
        int agreeing = 0;
        for (boolean vote : votes) {
            if (vote) agreeing++;
        }
        if (agreeing < followers) return;
        zab = false;
        enteredNanos = nowNanos;
        reason = "all of " + followers + " followers vote for it";
    }

    private void leave(String why, long nowNanos) {
        zab = true;
        reason = why;
        Arrays.fill(votes, false);
        boolean steady = nowNanos - enteredNanos >= STEADY_NANOS;
        stayNanos = steady ? STAY_NANOS_MIN : Math.min(2 * stayNanos, STAY_NANOS_MAX);
        notBeforeNanos = nowNanos + stayNanos;
    }
}
