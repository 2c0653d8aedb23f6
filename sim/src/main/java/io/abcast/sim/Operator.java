package io.abcast.sim;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.StringJoiner;
import java.util.TreeMap;
import java.util.function.BooleanSupplier;

/**
 * Acts for an operator who follows docs/configuration.md, "Lost members", after a majority has lost its storages. The
 * operator starts all survivors, and starts with {@code bootstrap} as many members with empty storages as the survivors
 * lack for a majority. When all members have started, the operator restarts each bootstrapped member without
 * {@code bootstrap}, one after the other. If every survivor has forgotten votes, the operator founds the ensemble again
 * with the survivors' history.
 */
final class Operator {
    private static final long MILLI = 1_000_000;

    private static final long LOOK_NANOS = 20 * MILLI;

    private static final long SHARP_LOOK_NANOS = MILLI / 4;

    private static final long STEP_NANOS_MAX = 1_500 * MILLI;

    private static final long PATIENCE_NANOS = 60_000 * MILLI;

    private static final long GIVE_UP_NANOS = 10_000 * MILLI;

    private static final double GENEROUS = 0.25;

    private static final long CUT_OFF_NANOS_MAX = 2_000 * MILLI;

    private static final long TRY_NANOS = 500 * MILLI;

    private static final String MAJORITY_LOST = "a majority has lost";

    private static final String PART_ONLY = "is known in part only";

    private record Act(BooleanSupplier ready, String waitsFor, Runnable action) {}

    private final Cluster cluster;
    private final Clients clients;
    private final int needed;
    private final boolean foundsAgain;
    private final Rng dice;
    private final ArrayDeque<Act> acts = new ArrayDeque<>();
    private final List<Integer> survivors = new ArrayList<>();

    /** For each lost member, by server id: whether a part of its storage remains. */
    private final Map<Integer, Boolean> lost = new TreeMap<>();

    private final List<Integer> bootstrapped = new ArrayList<>();
    private long notBefore;
    private long waitsSince;
    private long tried;
    private boolean begun;

    private boolean generous;

    private boolean healed;
    private boolean foundedAgain;

    /** {@code needed} is the number of survivors and bootstrapped members that are needed to order requests. */
    Operator(Cluster cluster, Clients clients, int needed, boolean foundsAgain, Rng dice) {
        this.cluster = cluster;
        this.clients = clients;
        this.needed = needed;
        this.foundsAgain = foundsAgain;
        this.dice = dice;
    }

    void isLost(int id, boolean part) {
        lost.put(id, part);
        cluster.replica(id).withhold(true);
    }

    void begin(List<Integer> whole, long afterNanos) {
        survivors.addAll(whole);
        cluster.at(cluster.now() + afterNanos, this::plan);
    }

    private void plan() {
        begun = true;
        List<Integer> order = shuffled(new ArrayList<>(lost.keySet()));
        // If some member has kept its whole storage, members with only a part of their storage do
        // not count as survivors.
        boolean parts = survivors.isEmpty() && lost.containsValue(true);
        if (!parts) for (int id : order) if (lost.get(id)) empty(id);
        if (parts) order.sort((a, b) -> Boolean.compare(lost.get(b), lost.get(a)));
        List<Integer> whole = List.copyOf(survivors);
        int missing = Math.max(0, needed - survivors.size());
        generous = !survivors.isEmpty() && missing > 0 && dice.chance(GENEROUS);
        if (generous) act(() -> healed, "the end of all faults", () -> {});
        for (int id : shuffled(new ArrayList<>(whole))) act(() -> true, "", () -> start(id));
        if (generous) act(() -> answer(whole), "that the survivors answer", () -> {});
        int more = generous ? missing + 1 + dice.below(order.size()) : missing;
        for (int i = 0; i < order.size(); i++) {
            int id = order.get(i);
            boolean part = parts && lost.get(id);
            if (part) survivors.add(id);
            else if (i == more && !parts) serve(whole);
            boolean word = part || i < more;
            act(() -> true, "", () -> start(id, word, part));
        }
        if (more >= order.size() || parts) serve(whole);
        act(this::allVote, "that all members vote", this::restartInTurn);
        waitsSince = cluster.now();
        look();
    }

    private void serve(List<Integer> whole) {
        if (generous)
            act(
                    this::haveJoined,
                    "that members with bootstrap join",
                    () -> {
                        if (dice.chance(0.7)) cutOff(whole);
                    });
        act(this::serves, "that the ensemble serves", () -> {});
    }

    /**
     * The members {@code whole} have kept their storages; the remaining quorum may not have received the history yet.
     */
    private void cutOff(List<Integer> whole) {
        for (int id : whole) cluster.isolate(id);
        tryOne();
        cluster.at(
                cluster.now() + dice.between(100 * MILLI, CUT_OFF_NANOS_MAX),
                () -> {
                    for (int id : whole) cluster.rejoin(id);
                });
    }

    private List<Integer> shuffled(List<Integer> ids) {
        for (int i = ids.size() - 1; i > 0; i--) {
            int other = dice.below(i + 1);
            int id = ids.get(i);
            ids.set(i, ids.get(other));
            ids.set(other, id);
        }
        return ids;
    }

    private void act(BooleanSupplier ready, String waitsFor, Runnable action) {
        acts.add(new Act(ready, waitsFor, action));
    }

    private void start(int id) {
        cluster.replica(id).withhold(false);
        cluster.startAgain(id);
    }

    private void empty(int id) {
        lost.put(id, false);
        cluster.loseStorage(id, false);
    }

    /** Starts a member that has lost its storage, with {@code bootstrap} if {@code word} is true. */
    private void start(int id, boolean word, boolean part) {
        if (lost.get(id) && !part) empty(id);
        if (word) {
            bootstrapped.add(id);
            cluster.afflict(id, "bootstrap").bootstrap(true);
        }
        start(id);
    }

    private void restartInTurn() {
        for (int id : shuffled(new ArrayList<>(bootstrapped))) {
            act(
                    () -> true,
                    "",
                    () -> {
                        cluster.afflict(id, "no bootstrap").bootstrap(false);
                        if (cluster.up(id)) cluster.crash(id);
                        start(id);
                    });
            act(this::allVote, "that all members vote after a restart", () -> {});
        }
    }

    private void look() {
        if (!cluster.ok()) return;
        if (!acts.isEmpty() && cluster.now() >= notBefore) {
            Act act = acts.peek();
            if (act.ready().getAsBoolean()) {
                acts.remove();
                act.action().run();
                waitsSince = cluster.now();
                boolean atOnce = generous || dice.chance(0.3);
                notBefore = cluster.now() + (atOnce ? 0 : dice.between(0, STEP_NANOS_MAX));
            } else {
                if (cluster.now() - tried > TRY_NANOS) tryOne();
                if (healed && cluster.now() - waitsSince > GIVE_UP_NANOS) {
                    giveUpAPart();
                    foundAgain();
                }
            }
        }
        if (!isDone())
            cluster.at(cluster.now() + (generous ? SHARP_LOOK_NANOS : LOOK_NANOS), this::look);
        else {
            cluster.memory().repaired();
            cluster.coverage().saw(CommonGoal.REPAIRS_DONE, 1);
        }
    }

    private void tryOne() {
        tried = cluster.now();
        int id = cluster.members().id(dice.below(cluster.members().size()));
        if (cluster.up(id)) cluster.submit(id, clients.payload(0));
    }

    /**
     * While a survivor keeps a log that ends inside a slot that only lost members knew completely, the ensemble orders
     * no request.
     */
    private void giveUpAPart() {
        if (survivors.isEmpty()) return;
        boolean part = false;
        for (int id : cluster.members().ids()) part |= reason(id).contains(PART_ONLY);
        if (!part) return;
        cluster.coverage().saw(CommonGoal.SURVIVORS_GIVEN_UP, 1);
        int id = survivors.remove(dice.below(survivors.size()));
        empty(id);
        start(id, true, false);
        waitsSince = cluster.now();
    }

    private void foundAgain() {
        boolean lost = false;
        for (int id : cluster.members().ids()) lost |= reason(id).contains(MAJORITY_LOST);
        if (!lost || !foundsAgain || foundedAgain) return;
        foundedAgain = true;
        acts.clear();
        for (int id : shuffled(new ArrayList<>(survivors)))
            if (!bootstrapped.contains(id)) act(() -> true, "", () -> startWithTheWord(id));
        act(() -> true, "", this::startAll);
        act(this::serves, "that the ensemble is founded again", () -> {});
        act(this::allVote, "that all members vote", this::restartInTurn);
        waitsSince = cluster.now();
    }

    /** A member without a log loses its history in this restart. */
    private void startWithTheWord(int id) {
        bootstrapped.add(id);
        cluster.afflict(id, "bootstrap").bootstrap(true);
        if (cluster.up(id)) cluster.crash(id);
        start(id);
    }

    private void startAll() {
        for (int id : cluster.members().ids()) {
            if (!cluster.replica(id).withheld()) continue;
            if (bootstrapped.size() < needed) startWithTheWord(id);
            else start(id);
        }
    }

    /** Returns whether a member has lost its storage; false if the ensemble could not be repaired after the loss. */
    boolean loseMore(int id, long nanos) {
        if (!begun || isDone() || !survivors.remove((Integer) id)) return false;
        cluster.replica(id).withhold(true);
        empty(id);
        cluster.at(cluster.now() + nanos, () -> start(id, true, false));
        return true;
    }

    void healed() {
        healed = true;
        waitsSince = cluster.now();
    }

    boolean isDone() {
        return begun && acts.isEmpty();
    }

    boolean isStuck() {
        return healed && cluster.now() - waitsSince > PATIENCE_NANOS;
    }

    private EnsembleProbe probe(int id) {
        return (EnsembleProbe) cluster.probe(id);
    }

    private String reason(int id) {
        EnsembleProbe probe = probe(id);
        return probe == null ? "down" : probe.reason();
    }

    private boolean serves() {
        for (int id : cluster.members().ids())
            if (!cluster.replica(id).withheld() && !reason(id).isEmpty()) return false;
        return true;
    }

    private boolean answer(List<Integer> whole) {
        for (int id : whole)
            if (probe(id) == null || cluster.replica(id).standsStill()) return false;
        return true;
    }

    private boolean haveJoined() {
        for (int id : bootstrapped) {
            EnsembleProbe probe = probe(id);
            if (probe == null || probe.era() == 0 || probe.recovering()) return false;
            if (!cluster.replica(id).drive().ledger().hasPersisted()) return false;
        }
        return true;
    }

    private boolean allVote() {
        for (int id : cluster.members().ids())
            if (!reason(id).isEmpty() || !probe(id).voter()) return false;
        return true;
    }

    String waitsFor() {
        StringJoiner text = new StringJoiner(", ");
        text.add(
                "the operator waits for too long: "
                        + (acts.isEmpty() ? "a time" : acts.peek().waitsFor()));
        for (int id : cluster.members().ids())
            text.add(
                    "#"
                            + id
                            + (survivors.contains(id) ? " (survivor)" : "")
                            + (bootstrapped.contains(id) ? " (bootstrap)" : "")
                            + (cluster.replica(id).withheld() ? " (not started)" : "")
                            + ": "
                            + reason(id));
        return text.toString();
    }
}
