package io.abcast.load.contest;

import io.abcast.load.Experiment;

/**
 * A system under comparison: how one server of it runs in a JVM, and how clients reach all servers. Stateless; created
 * by its public constructor without parameters, once in the JVM of each server and once in the JVM of the clients.
 */
public interface Contestant {
    /** Reason for the report why the system cannot run this experiment; {@code null}: it can. */
    String cannot(Experiment experiment);

    /**
     * Prepares what all servers share. Called once, before the first server starts.
     *
     * @throws Exception if the preparation fails
     */
    default void prepare(Site site) throws Exception {}

    /**
     * Starts one server in this JVM. Returns after the start; the server may not serve yet.
     *
     * @throws Exception if the server does not start
     */
    ContestantServer start(Site site, int id) throws Exception;

    /**
     * Connects remote clients. Called when all servers serve.
     *
     * @param shards number of shards of virtual clients; {@link Site#connections} defines the connections of each shard
     * @throws Exception if a connection fails
     */
    Attachment connect(Site site, int shards) throws Exception;
}
