package io.abcast.papers.omaha;

/**
 * One instance of a phase-based algorithm as the experiments of Mahamdi et al., 2023 run it (section IV-A2). Each
 * subclass defines which nodes send to which nodes, after which quorum, and when a pledge (announcement to send) begins
 * and ends. Instances decide no value, because the experiments have no values, crashes or competing ballots. The module
 * {@code ordering} has the fault-tolerant versions of these algorithms.
 */
abstract class Instance {
    /**
     * @param critical whether the algorithm waits for this particular message; if false, a quorum can do without this
     *     message (Mahamdi et al., 2023, section IV-E)
     */
    record Signal(Instance instance, int type, int from, boolean critical) {}

    final InstanceContext arena;
    final int number;
    final int leader;
    final Algorithm algorithm;
    private final long startNanos;
    private boolean done;

    Instance(Algorithm algorithm, InstanceContext arena, int number, int leader) {
        this.algorithm = algorithm;
        this.arena = arena;
        this.number = number;
        this.leader = leader;
        startNanos = arena.now();
    }

    long startNanos() {
        return startNanos;
    }

    abstract void start();

    abstract void receive(int at, Signal signal);

    final boolean isDone() {
        return done;
    }

    final void done() {
        if (done) return;
        done = true;
        arena.done(this);
    }

    final void send(int from, int to, int type, boolean critical) {
        arena.send(from, to, new Signal(this, type, from, critical));
    }

    final void broadcast(int from, int type, boolean critical) {
        Signal signal = new Signal(this, type, from, critical);
        for (int to = 0; to < AggregationArena.NODES; to++) arena.send(from, to, signal);
    }

    /** Sets have one bit per node. */
    static int with(int set, int node) {
        return set | 1 << node;
    }

    static boolean reached(int before, int after, int quorum) {
        return before != after && Integer.bitCount(after) == quorum;
    }
}
