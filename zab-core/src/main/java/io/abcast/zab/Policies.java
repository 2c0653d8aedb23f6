package io.abcast.zab;

import java.util.ArrayList;
import java.util.List;

/**
 * The protocols that a member can run: its own one, for epochs that it leads, and those that it adopts from other
 * leaders. Immutable.
 *
 * @param own the protocol of this member's epochs
 * @param known every protocol that it can follow, {@code own} among them
 */
public record Policies(BroadcastPolicy own, List<BroadcastPolicy> known) {
    /** Only Zab. */
    public static final Policies ZAB = new Policies(ZabPolicy.INSTANCE, List.of());

    public Policies {
        List<BroadcastPolicy> all = new ArrayList<>();
        all.add(own);
        for (BroadcastPolicy policy : known) {
            if (policy.code() != own.code()) all.add(policy);
        }
        // Every leader may fall back to Zab.
        boolean zab = false;
        for (BroadcastPolicy policy : all) zab |= policy.code() == ZabPolicy.INSTANCE.code();
        if (!zab) all.add(ZabPolicy.INSTANCE);
        known = List.copyOf(all);
    }

    /** The policy with that number, or null if this member does not have it. */
    BroadcastPolicy byCode(int code) {
        for (BroadcastPolicy policy : known) {
            if (policy.code() == code) return policy;
        }
        return null;
    }
}
