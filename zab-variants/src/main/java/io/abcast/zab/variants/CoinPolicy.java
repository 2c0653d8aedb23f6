package io.abcast.zab.variants;

import io.abcast.kernel.Membership;
import io.abcast.zab.BroadcastPolicy;
import io.abcast.zab.DeliveryRule;
import io.abcast.zab.FollowerPolicy;
import io.abcast.zab.LeaderPolicy;
import java.util.function.LongSupplier;

/**
 * The protocols ZabCt and ZabCT, in which followers toss coins. On Head, the follower acks the entries to all members;
 * on Tail, the follower sends no ack. A follower delivers an entry once acks show that f followers (ZabCt) or f+1
 * members (ZabCT) have logged it. Source: EL-Sanosi 2018, sections 3.6.2, 3.6.3 and 4.2.
 *
 * @param lite true for ZabCt, which needs the restricted rule (a new leader needs f+1 histories besides the previous
 *     leader's); false for ZabCT
 */
record CoinPolicy(boolean lite, CoinSettings settings) implements BroadcastPolicy {
    @Override
    public String name() {
        return lite ? "ZAB_CT_LITE" : "ZAB_CT";
    }

    @Override
    public int code() {
        return lite ? 3 : 5;
    }

    @Override
    public DeliveryRule rule(int members) {
        return lite ? DeliveryRule.ON_FOLLOWERS : DeliveryRule.ON_QUORUM;
    }

    @Override
    public boolean steers() {
        return true;
    }

    @Override
    public boolean countsLeader() {
        return settings.countsLeader();
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
        return new CoinFollower(members, settings, random);
    }

    @Override
    public LeaderPolicy leader(Membership members) {
        return new SwitchOnVotes(members, settings.followersMin(members.voters()));
    }
}
