package io.abcast.load.contest;

import io.abcast.load.Experiment;

/**
 * Adapter of a system under comparison: it starts a server of the system in a JVM, and connects clients to all servers.
 * Stateless. The JVM of each server and the JVM of the clients create one through its public constructor without
 * parameters.
 */
public interface Contestant {
    /** Reason why the system cannot run this experiment, for the report; {@code null} if it can. */
    String cannot(Experiment experiment);

    /**
     * Prepares files and settings that all servers share. Called once, before the first server starts.
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
     * Connects remote clients. Called when all servers accept requests.
     *
     * @param shards number of shards of virtual clients; {@link Site#connections} defines the connections of each shard
     * @throws Exception if a connection fails
     */
    Attachment connect(Site site, int shards) throws Exception;
}
