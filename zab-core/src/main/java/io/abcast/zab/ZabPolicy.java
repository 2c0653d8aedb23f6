package io.abcast.zab;

import io.abcast.kernel.Membership;
import java.util.function.LongSupplier;

/**
 * The protocol {@code ZAB}: every ack goes to the leader, and the leader announces every commit (EL-Sanosi 2018,
 * section 2.2.1).
 */
public final class ZabPolicy implements BroadcastPolicy {
    public static final ZabPolicy INSTANCE = new ZabPolicy();

    private ZabPolicy() {}

    @Override
    public String name() {
        return "ZAB";
    }

    @Override
    public int code() {
        return 0;
    }

    @Override
    public boolean supports(int members) {
        return true;
    }

    @Override
    public DeliveryRule rule(int members) {
        return DeliveryRule.ON_COMMIT;
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
    public void check(int members) {}

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
        return LeaderPolicy.ALWAYS_COMMITS;
    }
}
