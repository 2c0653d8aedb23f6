package io.abcast.sim.groups;

import io.abcast.sim.Rng;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;

/**
 * A fault that concerns a server with all its replicas, a whole group, or the links between groups.
 *
 * @param atNanos virtual time in ns at which the fault begins.
 * @param nanos duration of the fault in ns.
 * @param dice seed of all other random choices, which the run makes when the fault begins.
 */
record GroupFault(long atNanos, Kind kind, long nanos, long dice) {
    private static final long MILLI = 1_000_000;
    private static final int STEPS_MAX = 12;

    /**
     * Fraction of the runs with only a few kinds of faults of servers and groups ("swarm testing", Groce et al., 2012).
     */
    private static final double SWARM_RUNS = 0.5;

    private static final int SWARM_KINDS_MAX = 4;

    private static final double CALM_RUNS = 0.1;

    enum Kind {
        SERVER_CRASH,
        LEADER_CRASH,
        LEADER_CRASH_AT_A_STEP,
        LEADER_CRASH_AFTER_A_TRANSITION,
        LEADERS_IN_QUICK_SUCCESSION,
        SERVER_PAUSE,
        LONG_ABSENCE,
        QUORUM_DOWN,
        QUORUM_CUT,
        GROUP_DOWN,
        ALL_SERVERS_DOWN,
        SERVER_CUT,
        SERVERS_SPLIT,
        SERVER_CUT_ONE_WAY,
        GROUPS_CUT,
        GROUPS_CUT_ONE_WAY,
        CONNECTIONS_RESET,
        OLD_MESSAGES_REPEATED,
        CLOCK_JUMP,
        CLOCK_FAR_AHEAD;

        @Override
        public String toString() {
            return name().toLowerCase(Locale.ROOT).replace('_', ' ');
        }
    }

    static List<GroupFault> draw(Rng random, long nanos) {
        boolean calm = random.chance(CALM_RUNS);
        List<Kind> kinds = new ArrayList<>(Arrays.asList(Kind.values()));
        if (random.chance(SWARM_RUNS)) {
            int swarm = (int) random.between(1, SWARM_KINDS_MAX);
            while (kinds.size() > swarm) kinds.remove(random.below(kinds.size()));
        }
        List<GroupFault> faults = new ArrayList<>();
        int count = calm ? 0 : (int) random.between(1, STEPS_MAX);
        for (int i = 0; i < count; i++) {
            Kind kind = kinds.get(random.below(kinds.size()));
            long at = random.between(0, nanos);
            // Short faults affect one step of the protocol; long faults let timeouts expire.
            long lasts =
                    random.chance(0.4)
                            ? random.between(1, 40) * MILLI
                            : random.between(40, 900) * MILLI;
            if (kind == Kind.LONG_ABSENCE) lasts = random.between(nanos / 3, nanos);
            faults.add(new GroupFault(at, kind, lasts, random.nextLong()));
        }
        faults.sort(Comparator.comparingLong(GroupFault::atNanos));
        return List.copyOf(faults);
    }

    @Override
    public String toString() {
        return String.format(
                Locale.ROOT, "%s at %.1f ms for %.1f ms", kind, atNanos / 1e6, nanos / 1e6);
    }
}
