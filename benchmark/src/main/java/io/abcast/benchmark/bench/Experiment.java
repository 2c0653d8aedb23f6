package io.abcast.benchmark.bench;

import io.abcast.benchmark.load.LoadSpec;
import io.abcast.benchmark.load.Reads;

/**
 * One point of a sweep.
 *
 * @param system such as abcast
 * @param protocol element name, such as ZAB
 * @param nodes servers
 * @param durability memory, file or fsync
 * @param batching whether requests travel together
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
        String attach,
        int connections,
        LoadSpec load) {
    /** Short, for progress and legends. */
    public String label() {
        StringBuilder text = new StringBuilder(protocol).append(" n=").append(nodes);
        if (load.open()) text.append(" rate=").append(load.rate());
        else text.append(" c=").append(load.clients());
        text.append(" wr=").append(load.writePercent());
        if (load.writePercent() < 100 && load.reads() == Reads.LINEARIZABLE)
            text.append(" linearizable");
        if (!batching) text.append(" unbatched");
        return text.toString();
    }

    /** The same with another protocol. */
    public Experiment running(String other) {
        return new Experiment(
                system, other, nodes, durability, batching, attach, connections, load);
    }

    /** The same with another load. */
    public Experiment loadedWith(LoadSpec other) {
        return new Experiment(
                system, protocol, nodes, durability, batching, attach, connections, other);
    }
}
