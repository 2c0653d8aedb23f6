package io.abcast.load;

/**
 * Distributes the connections of a load over its shards (groups of clients) and over the servers. Connections of shard
 * s go to the servers round robin from server s, so that surplus connections are not all at the first servers.
 *
 * @param connections number of connections of all shards to all servers, at least one for each shard.
 * @param shards number of shards of clients, at least 1.
 * @param servers number of servers, at least 1
 */
public record ConnectionSpread(int connections, int shards, int servers) {
    public ConnectionSpread {
        if (shards < 1 || servers < 1 || connections < shards)
            throw new IllegalArgumentException(
                    "expected a shard, a server and a connection for each shard, got "
                            + connections
                            + " connections, "
                            + shards
                            + " shards, "
                            + servers
                            + " servers");
    }

    /**
     * Number of shards (groups of clients) for a load, at most {@code wanted}: each shard needs at least one client and
     * one connection.
     */
    public static int shards(int wanted, int clients, int connections) {
        return Math.max(1, Math.min(wanted, Math.min(clients, connections)));
    }

    /** Number of connections of one shard (group of clients) to all servers together. */
    public int of(int shard) {
        return connections / shards + (shard < connections % shards ? 1 : 0);
    }

    /** Connections of one shard (group of clients) to each server, indexed by server; some numbers may be 0. */
    public int[] toServers(int shard) {
        int[] toServers = new int[servers];
        for (int i = shard; i < connections; i += shards)
            toServers[(i / shards + i % shards) % servers]++;
        return toServers;
    }
}
