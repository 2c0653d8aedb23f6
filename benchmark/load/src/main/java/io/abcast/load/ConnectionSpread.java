package io.abcast.load;

/**
 * Which of a load's connections lead from which shard of clients to which server: exactly as many as were asked for.
 * Connection i is of shard i mod shards, and its shard's connections take the servers in turns: the remainder of a
 * division is spread.
 *
 * @param connections of all shards to all servers, at least one for each shard
 * @param shards at least 1
 * @param servers at least 1
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

    /** How many shards can be used: each needs a client and a connection. */
    public static int shards(int wanted, int clients, int connections) {
        return Math.max(1, Math.min(wanted, Math.min(clients, connections)));
    }

    /** All connections of one shard, to whatever server. */
    public int of(int shard) {
        return connections / shards + (shard < connections % shards ? 1 : 0);
    }

    /** By server: how many connections of one shard lead there; possibly none. */
    public int[] toServers(int shard) {
        int[] toServers = new int[servers];
        for (int i = shard; i < connections; i += shards)
            toServers[(i / shards + i % shards) % servers]++;
        return toServers;
    }
}
