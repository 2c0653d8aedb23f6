package io.abcast.zab.variants;

import io.abcast.kernel.Membership;
import io.abcast.zab.AckTarget;
import io.abcast.zab.BroadcastPolicy;
import io.abcast.zab.DeliveryRule;
import io.abcast.zab.FollowerPolicy;
import io.abcast.zab.LeaderPolicy;
import java.util.function.LongSupplier;

/**
 * The protocol {@code ZAB_AA_LITE} (ZabAa in the thesis). A follower acks an entry to all members. A follower delivers
 * an entry once f followers, which may include itself, have logged it. Source: EL-Sanosi 2018, section 3.6.1, protocol
 * 1.2.
 */
final class AckAllLite implements BroadcastPolicy {
    @Override
    public String name() {
        return "ZAB_AA_LITE";
    }

    @Override
    public int code() {
        return 2;
    }

    @Override
    public DeliveryRule rule(int members) {
        return DeliveryRule.ON_FOLLOWERS;
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
        return LeaderPolicy.NEVER_COMMITS;
    }
}
