package io.abcast.load;

/**
 * One point of a sweep.
 *
 * @param system such as abcast
 * @param protocol element name, such as ZAB
 * @param nodes servers
 * @param durability memory, file or fsync
 * @param batching whether requests travel together
 * @param omaha whether OMAHA stands in the servers' stack; {@code null}: as in its file
 * @param attach network or embedded
 * @param connections over the network, to all servers together
 * @param load what the clients do
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
    /** With the stack as its file has it. */
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

    /** The protocol, and OMAHA where somebody asked for it. */
    public String name() {
        return Boolean.TRUE.equals(omaha) ? protocol + "+OMAHA" : protocol;
    }

    /** Short, for progress and legends. */
    public String label() {
        StringBuilder text = new StringBuilder(name()).append(" n=").append(nodes);
        if (!load.open() || load.rate().isShare()) text.append(" c=").append(load.clients());
        if (load.open()) text.append(" rate=").append(load.rate());
        text.append(" wr=").append(load.writePercent());
        if (load.writePercent() < 100 && load.reads() == ReadKind.LINEARIZABLE)
            text.append(" linearizable");
        if (!batching) text.append(" unbatched");
        return text.toString();
    }

    /** The same with another protocol. */
    public Experiment running(String other) {
        return new Experiment(
                system, other, nodes, durability, batching, omaha, attach, connections, load);
    }

    /** The same with OMAHA in the stack, or without. */
    public Experiment over(Boolean layer) {
        return new Experiment(
                system, protocol, nodes, durability, batching, layer, attach, connections, load);
    }

    /** The same with another load. */
    public Experiment loadedWith(LoadSpec other) {
        return new Experiment(
                system, protocol, nodes, durability, batching, omaha, attach, connections, other);
    }

    /** The same of no system: equal for those that can be compared. */
    public Experiment ofNoSystem() {
        return new Experiment("", "", nodes, durability, batching, null, attach, connections, load);
    }
}
