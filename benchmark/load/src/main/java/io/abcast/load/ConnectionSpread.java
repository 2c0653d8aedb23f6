package io.abcast.load;

/**
 * Distributes the connections of a load over its shards of clients and its servers. The total is exactly the requested
 * number. Connection i belongs to shard i mod {@code shards}. The connections of shard s go to the servers round robin,
 * beginning with server s. So the shards do not all give their surplus connections to the same servers.
 *
 * @param connections number of connections of all shards to all servers, at least one for each shard.
 * @param shards number of shards, at least 1
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

    /** Maximum usable number of shards, at most {@code wanted}: each shard needs a client and a connection. */
    public static int shards(int wanted, int clients, int connections) {
        return Math.max(1, Math.min(wanted, Math.min(clients, connections)));
    }

    /** Number of connections of one shard to all servers. */
    public int of(int shard) {
        return connections / shards + (shard < connections % shards ? 1 : 0);
    }

    /** Number of connections of one shard to each server, indexed by server; 0 is possible. */
    public int[] toServers(int shard) {
        int[] toServers = new int[servers];
        for (int i = shard; i < connections; i += shards)
            toServers[(i / shards + i % shards) % servers]++;
        return toServers;
    }
}
