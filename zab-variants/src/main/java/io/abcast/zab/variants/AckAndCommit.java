package io.abcast.zab.variants;

import io.abcast.kernel.Membership;
import io.abcast.zab.AckTarget;
import io.abcast.zab.BroadcastPolicy;
import io.abcast.zab.DeliveryRule;
import io.abcast.zab.FollowerPolicy;
import io.abcast.zab.LeaderPolicy;
import java.util.function.LongSupplier;

/**
 * The protocol {@code ZAB_AC} (ZabAc in the thesis). A follower acks an entry to the leader, and delivers the entry as
 * soon as its own log holds it. The protocol needs N = 3 servers: with N = 3, f is 1, so the log of one follower
 * suffices. Source: EL-Sanosi 2018, section 3.6.1, protocol 1.1.
 */
final class AckAndCommit implements BroadcastPolicy {
    private static final int MEMBERS = 3;

    @Override
    public String name() {
        return "ZAB_AC";
    }

    @Override
    public int code() {
        return 1;
    }

    @Override
    public DeliveryRule rule(int members) {
        return DeliveryRule.ON_FOLLOWERS;
    }

    @Override
    public boolean supports(int members) {
        return members == MEMBERS;
    }

    @Override
    public void check(int members) {
        if (members != MEMBERS)
            throw new IllegalArgumentException(
                    "ZAB_AC: expected 3 members, because a follower delivers on its own ack, got "
                            + members);
    }

    @Override
    public boolean steers() {
        return false;
    }

    @Override
    public boolean countsLeader() {
        return false;
    }

    @Override
    public String remark(int members) {
        return "";
    }

    @Override
    public FollowerPolicy follower(int members, LongSupplier random) {
        return now -> AckTarget.LEADER;
    }

    @Override
    public LeaderPolicy leader(Membership members) {
        return LeaderPolicy.NEVER_COMMITS;
    }
}
