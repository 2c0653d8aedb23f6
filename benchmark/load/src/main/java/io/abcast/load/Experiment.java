package io.abcast.load;

/**
 * One point of a sweep: a system with its settings, and the load that clients put on it.
 *
 * @param system name of the system, such as abcast
 * @param protocol name of abcast's ordering protocol in the JGroups stack, such as ZAB
 * @param nodes number of servers
 * @param durability durability of the servers' logs: memory, file or fsync
 * @param batching whether the protocol sends requests in batches
 * @param omaha whether OMAHA is in the servers' stack; {@code null} if the stack file decides
 * @param attach how clients reach the servers: network or embedded
 * @param connections number of network connections to all servers together
 * @param load requests that the clients send in this experiment
 */
public record Experiment(
        String system,
        String protocol,
        int nodes,
        String durability,
        boolean batching,
        Boolean omaha,
        String attach,
        int connections,
        LoadSpec load) {
    /** Makes an experiment in which the stack file decides whether the stack has OMAHA. */
    public Experiment(
            String system,
            String protocol,
            int nodes,
            String durability,
            boolean batching,
            String attach,
            int connections,
            LoadSpec load) {
        this(system, protocol, nodes, durability, batching, null, attach, connections, load);
    }

    /** The name of the protocol in this experiment, with OMAHA if the experiment requires it. */
    public String name() {
        return Boolean.TRUE.equals(omaha) ? protocol + "+OMAHA" : protocol;
    }

    /** Short text that names the experiment in progress lines and legends of plots. */
    public String label() {
        StringBuilder text = new StringBuilder(name()).append(" n=").append(nodes);
        if (!load.open() || load.rate().isShare()) text.append(" c=").append(load.clients());
        if (load.open()) text.append(" rate=").append(load.rate());
        text.append(" wr=").append(load.writePercent());
        if (load.writePercent() < 100 && load.reads() == ReadKind.LINEARIZABLE)
            text.append(" linearizable");
        if (load.conflicts().wanted())
            text.append(" conflicts=").append(load.conflicts().percent());
        if (load.spread().wanted())
            text.append(" partitions=")
                    .append(load.spread().partitions())
                    .append(" multi=")
                    .append(load.spread().multiPercent());
        if (!batching) text.append(" unbatched");
        return text.toString();
    }

    /** Returns a copy of this experiment with the given protocol. */
    public Experiment running(String other) {
        return new Experiment(
                system, other, nodes, durability, batching, omaha, attach, connections, load);
    }

    /**
     * Returns a copy of this experiment with or without OMAHA in the stack; {@code null} lets the stack file decide.
     */
    public Experiment over(Boolean layer) {
        return new Experiment(
                system, protocol, nodes, durability, batching, layer, attach, connections, load);
    }

    /** Returns a copy of this experiment with the given load. */
    public Experiment loadedWith(LoadSpec other) {
        return new Experiment(
                system, protocol, nodes, durability, batching, omaha, attach, connections, other);
    }

    /**
     * Returns a copy of this experiment without the names of system and protocol, to find comparable experiments of
     * different systems.
     */
    public Experiment ofNoSystem() {
        // Without writes to several partitions, a partitioned store gets the same load as an
        // unpartitioned one.
        boolean isPlain = load.spread().multiPercent() == 0 && load.spread().homes().isEmpty();
        LoadSpec same = isPlain ? load.withSpread(PartitionLoad.NONE) : load;
        return new Experiment("", "", nodes, durability, batching, null, attach, connections, same);
    }
}
