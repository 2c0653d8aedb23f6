package io.abcast.jgroups.group;

import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import org.jgroups.Address;

/**
 * Bounds the number of signatures of introductions that a process verifies, so that a flood of introductions does not
 * occupy the event loop.
 *
 * <p><b>Thread rule:</b> only the event loop may use a {@code VerificationBudget}.
 */
public final class VerificationBudget {
    /** Maximum number of verified signatures per second for one address; a correct incarnation (run) needs two. */
    static final int PER_ADDRESS = 10;

    /**
     * Maximum number of verified signatures per second for all addresses outside the view together. Each member of the
     * view has a separate budget of verifications.
     */
    public static final int OUTSIDE = 50;

    private static final long SECOND_NANOS = 1_000_000_000;

    /** In the present second, by address; at most one entry per member of the view, and {@link #OUTSIDE} others. */
    private final Map<Address, Integer> used = new HashMap<>();

    private Set<Address> view = Set.of();
    private boolean begun;
    private long sinceNanos;
    private int outside;

    void onView(Collection<Address> members) {
        view = Set.copyOf(members);
    }

    boolean take(Address from, long nowNanos) {
        if (!begun || nowNanos - sinceNanos >= SECOND_NANOS) {
            begun = true;
            sinceNanos = nowNanos;
            outside = 0;
            used.clear();
        }
        boolean inside = view.contains(from);
        int before = used.getOrDefault(from, 0);
        if (before >= PER_ADDRESS || (!inside && outside >= OUTSIDE)) return false;
        used.put(from, before + 1);
        if (!inside) outside++;
        return true;
    }
}
