package io.abcast.load;

/**
 * One point of a sweep.
 *
 * @param system such as abcast
 * @param protocol element name, such as ZAB
 * @param nodes number of servers
 * @param durability memory, file or fsync
 * @param batching whether requests are sent in batches
 * @param omaha whether OMAHA stands in the servers' stack; {@code null}: as in the stack file
 * @param attach network or embedded
 * @param connections number of network connections to all servers together
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
    /** An experiment whose stack is as its file has it. */
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

    /** The protocol; with OMAHA if the experiment asks for OMAHA explicitly. */
    public String name() {
        return Boolean.TRUE.equals(omaha) ? protocol + "+OMAHA" : protocol;
    }

    /** Short text for progress and legends. */
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

    /** Copy with another protocol. */
    public Experiment running(String other) {
        return new Experiment(
                system, other, nodes, durability, batching, omaha, attach, connections, load);
    }

    /** Copy with OMAHA in the stack, or without. */
    public Experiment over(Boolean layer) {
        return new Experiment(
                system, protocol, nodes, durability, batching, layer, attach, connections, load);
    }

    /** Copy with another load. */
    public Experiment loadedWith(LoadSpec other) {
        return new Experiment(
                system, protocol, nodes, durability, batching, omaha, attach, connections, other);
    }

    /** Copy without system and protocol: equal for experiments that can be compared. */
    public Experiment ofNoSystem() {
        return new Experiment("", "", nodes, durability, batching, null, attach, connections, load);
    }
}
