package io.abcast.papers.omaha;

/**
 * One instance of a phase-based algorithm as the paper's experiments run it (Mahamdi et al. 2023, section IV-A2). The
 * instance defines which node sends to which nodes, after which quorum, and where a pledge begins and ends. All fifteen
 * nodes take part, and each node also sends to itself. The instance decides nothing, because these experiments have no
 * values, crashes or competing ballots. The module {@code ordering} has the algorithms that are safe under faults.
 */
abstract class Instance {
    /**
     * A message of an instance.
     *
     * @param critical whether the algorithm waits for this particular message; otherwise the message is one of many
     *     responses (section IV-E)
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

    /** Reports that a quorum of nodes has reached the end. */
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

    /** @return {@code set} with {@code node} added */
    static int with(int set, int node) {
        return set | 1 << node;
    }

    /** Whether {@code after} nodes are a quorum and {@code before} nodes were not. */
    static boolean reached(int before, int after, int quorum) {
        return before != after && Integer.bitCount(after) == quorum;
    }
}
