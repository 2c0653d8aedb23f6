package io.abcast.zab.variants;

import io.abcast.kernel.Membership;
import io.abcast.zab.AckTarget;
import io.abcast.zab.BroadcastPolicy;
import io.abcast.zab.DeliveryRule;
import io.abcast.zab.FollowerPolicy;
import io.abcast.zab.LeaderPolicy;
import java.util.function.LongSupplier;

/**
 * The protocol {@code ZAB_AA} (ZabAA in the thesis). A follower acks an entry to all members, and delivers the entry
 * once f+1 members have logged it. While fewer than f+1 followers are up, the protocol runs as Zab: followers ack only
 * to the leader. Source: EL-Sanosi 2018, section 3.6.4.
 *
 * @param countsLeader whether followers count the leader's log as one of the f+1 logs that hold an entry; the thesis
 *     counts only logs of followers
 */
record AckAll(boolean countsLeader) implements BroadcastPolicy {
    @Override
    public String name() {
        return "ZAB_AA";
    }

    @Override
    public int code() {
        return 4;
    }

    @Override
    public DeliveryRule rule(int members) {
        return DeliveryRule.ON_QUORUM;
    }

    @Override
    public boolean steers() {
        return true;
    }

    @Override
    public boolean supports(int members) {
        return BroadcastPolicy.isOddEnsemble(members);
    }

    @Override
    public void check(int members) {
        BroadcastPolicy.checkOdd(name(), members);
    }

    @Override
    public String remark(int members) {
        return "";
    }

    @Override
    public FollowerPolicy follower(int members, LongSupplier random) {
        return now -> AckTarget.EVERYONE;
    }

    @Override
    public LeaderPolicy leader(Membership members) {
        return new SwitchOnVotes(members, members.quorum());
    }
}
