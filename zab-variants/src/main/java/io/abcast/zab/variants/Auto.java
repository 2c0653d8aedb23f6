package io.abcast.zab.variants;

import io.abcast.kernel.Membership;
import io.abcast.zab.BroadcastPolicy;
import io.abcast.zab.DeliveryRule;
import io.abcast.zab.FollowerPolicy;
import io.abcast.zab.LeaderPolicy;
import java.util.function.LongSupplier;

/**
 * The protocol {@code ZAB_AUTO}, which chooses another protocol by the number of members: ZabAc for three members, and
 * otherwise ZabCT with an adaptive coin. While no probability of Head is feasible, ZabCT runs as Zab. {@code ZAB_AUTO}
 * follows the measurements of EL-Sanosi 2018, chapter 5: ZabAc was best at N = 3, and ZabCT at N > 3.
 */
record Auto(CoinSettings settings) implements BroadcastPolicy {
    private BroadcastPolicy chosen(int members) {
        return members == 3 ? new AckAndCommit() : new CoinPolicy(false, settings);
    }

    @Override
    public String name() {
        return "ZAB_AUTO";
    }

    @Override
    public int code() {
        return 6;
    }

    @Override
    public DeliveryRule rule(int members) {
        return chosen(members).rule(members);
    }

    /** Returns true, because ZabCT needs the {@link io.abcast.zab.Steering} in the leader's messages. */
    @Override
    public boolean steers() {
        return true;
    }

    @Override
    public boolean countsLeader() {
        return settings.countsLeader();
    }

    @Override
    public String remark(int members) {
        return members == 3
                ? "auto runs ZAB_AC: with 3 members a follower may deliver on its own ack"
                : "auto runs ZAB_CT: with "
                        + members
                        + " members a coin spares the leader most acks; Zab's mode while no coin pays";
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
    public FollowerPolicy follower(int members, LongSupplier random) {
        return chosen(members).follower(members, random);
    }

    @Override
    public LeaderPolicy leader(Membership members) {
        return chosen(members.voters()).leader(members);
    }
}
