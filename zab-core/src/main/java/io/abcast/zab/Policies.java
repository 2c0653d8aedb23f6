package io.abcast.zab;

import java.util.ArrayList;
import java.util.List;

/**
 * The protocols that a member can run: its configured protocol, for epochs that it leads, and the protocols that it can
 * adopt from other leaders. A {@code Policies} record is immutable.
 *
 * @param own the protocol that this member runs in epochs that it leads
 * @param known every protocol that this member can run as a follower, including {@code own}
 */
public record Policies(BroadcastPolicy own, List<BroadcastPolicy> known) {
    /** The protocols of a member that runs only Zab. */
    public static final Policies ZAB = new Policies(ZabPolicy.INSTANCE, List.of());

    public Policies {
        List<BroadcastPolicy> all = new ArrayList<>();
        all.add(own);
        for (BroadcastPolicy policy : known) {
            if (policy.code() != own.code()) all.add(policy);
        }
        // Every member must be able to run ZAB: a leader runs ZAB if its own protocol does not
        // support the number of voters.
        boolean zab = false;
        for (BroadcastPolicy policy : all) zab |= policy.code() == ZabPolicy.INSTANCE.code();
        if (!zab) all.add(ZabPolicy.INSTANCE);
        known = List.copyOf(all);
    }

    BroadcastPolicy byCode(int code) {
        for (BroadcastPolicy policy : known) {
            if (policy.code() == code) return policy;
        }
        return null;
    }
}
