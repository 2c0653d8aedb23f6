package io.abcast.sim.explore;

import io.abcast.log.Durability;
import io.abcast.sim.explore.StateSpace.Fair;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * Checks that members order new requests after all faults have ended. To heal the members, the class completes all
 * writes, drops the messages in flight, and then runs a fair schedule for at most {@link #HEAL_NANOS} ns. No message of
 * the fair schedule may contradict an earlier claim of an honest member.
 */
final class Healer {
    static final long HEAL_NANOS = 60_000_000_000L;

    static final int DICE = 11;

    private final StateSpace space;
    private final Visited asked = new Visited();
    private final Visited good = new Visited();
    private final Hash128 hash = new Hash128();
    private final int rounds;
    private Set<List<Integer>> endings;
    private long healed;
    private long roundsRun;
    private Fair.Observer observer = (state, step) -> {};

    Healer(StateSpace space) {
        this.space = space;
        rounds = (int) (HEAL_NANOS / space.protocol.retryNanos());
    }

    Set<List<Integer>> keepEndings() {
        endings = new HashSet<>();
        return endings;
    }

    void observe(Fair.Observer by) {
        observer = by;
    }

    long healed() {
        return healed;
    }

    long roundsRun() {
        return roundsRun;
    }

    private void hash(int[] at, int order, int claims) {
        hash.reset();
        for (int each : at) hash.add(each);
        hash.add(order);
        hash.add(claims);
    }

    /**
     * Returns the description of a violation; {@code null} if the healed members violate no invariant.
     *
     * @param claims number of the set of earlier claims, which no new message may contradict
     */
    String heal(int[] locals, int order, int claims) {
        hash(locals, order, claims);
        if (!asked.add(hash.low, hash.high)) return null;
        if (hasLostVoters(locals)) return null;
        int[] at = locals.clone();
        Fair fair = new Fair(space, at);
        fair.order(order);
        fair.claims(claims);
        fair.observe(observer);
        for (int r = 0; r < at.length; r++) fair.write(r);
        fair.drop();
        if (fair.broken() != null) return fair.broken();
        hash(at, fair.order(), claims);
        if (!asked.add(hash.low ^ 1, hash.high)) return null;
        healed++;
        if (endings != null) {
            List<Integer> ending = new ArrayList<>();
            for (int each : at) ending.add(each);
            ending.add(fair.order());
            endings.add(ending);
        }
        long[][] path = new long[rounds + 1][];
        for (int r = 0; r < at.length; r++) fair.event(r, Events.of(Events.SUBMIT, 0));
        int round = 0;
        for (; round < rounds; round++) {
            if (fair.broken() != null) return fair.broken();
            hash(at, fair.order(), claims);
            // The random choices of nodes depend on the number of the round.
            hash.add(round % DICE);
            path[round] = new long[] {hash.low, hash.high};
            if (good.contains(hash.low, hash.high) || isOrdered(at, fair.order())) break;
            roundsRun++;
            fair.round(Events.pass(Events.RETRY, round % DICE));
        }
        if (fair.broken() != null) return fair.broken();
        if (round == rounds) return "Progress: " + missing(at, fair.order());
        for (int i = 0; i <= round; i++) good.add(path[i][0], path[i][1]);
        return null;
    }

    /** Members lose votes only if they have no disk. */
    private boolean hasLostVoters(int[] locals) {
        if (space.bounds.durability() != Durability.MEMORY) return false;
        int voters = 0;
        for (int each : locals) if (space.locals.get(each).voter) voters++;
        return voters < space.protocol.votersMin(space.size());
    }

    private boolean isOrdered(int[] at, int order) {
        for (int r = 0; r < at.length; r++) {
            // The protocol need not order requests that were submitted at a lying member.
            if (r == space.liar) continue;
            LocalState local = space.locals.get(at[r]);
            if (!space.sequences.isPrefix(order, local.delivered)
                    || !space.sequences.contains(order, space.members.id(r), newest(local)))
                return false;
        }
        return true;
    }

    private static long newest(LocalState local) {
        return Host.request(local.life, local.submitted[local.life] - 1);
    }

    private String missing(int[] at, int order) {
        for (int r = 0; r < at.length; r++) {
            if (r == space.liar) continue;
            LocalState local = space.locals.get(at[r]);
            int id = space.members.id(r);
            if (!space.sequences.isPrefix(order, local.delivered))
                return "member "
                        + id
                        + " has only "
                        + space.describe(local.delivered)
                        + " of "
                        + space.describe(order)
                        + " after 60 s without a fault";
            if (!space.sequences.contains(order, id, newest(local)))
                return "a new request of member " + id + " is not ordered in 60 s without a fault";
        }
        throw new IllegalStateException("nothing is missing");
    }
}
