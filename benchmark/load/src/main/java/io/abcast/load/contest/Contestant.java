package io.abcast.load.contest;

import io.abcast.load.Experiment;

/**
 * Adapter for a system that the benchmarks measure: it starts a server in a JVM, and connects clients to all servers.
 * Implementations have no state: each server's JVM and the clients' JVM create their own instance through the public
 * constructor without parameters.
 */
public interface Contestant {
    /**
     * Reason why the system cannot run an experiment, for the report; {@code null} if the system can run the
     * experiment.
     */
    String cannot(Experiment experiment);

    /**
     * Prepares files and settings that all servers of a run share; called once, before the first server starts.
     *
     * @throws Exception if the preparation fails
     */
    default void prepare(Site site) throws Exception {}

    /**
     * Starts one server in this JVM. On return, the server need not accept requests yet.
     *
     * @throws Exception if the server does not start
     */
    ContestantServer start(Site site, int id) throws Exception;

    /**
     * Connects remote clients to all servers of a run, all of which accept requests.
     *
     * @param shards number of groups of virtual clients; {@link Site#connections} defines the connections of each group
     * @throws Exception if a connection fails
     */
    Attachment connect(Site site, int shards) throws Exception;
}
