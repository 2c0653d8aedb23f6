package io.abcast.load.contest;

import io.abcast.load.Experiment;

/**
 * A system under comparison: how one server of it runs in a JVM, and how clients reach all of them. Stateless; made
 * by its public constructor without parameters, once in the JVM of each server and once in the clients'.
 */
public interface Contestant {
    /** Why the system cannot run this cell, for the report; {@code null}: it can. */
    String cannot(Experiment experiment);

    /**
     * Prepares what all servers share, once, before the first of them starts.
     *
     * @throws Exception if that fails
     */
    default void prepare(Site site) throws Exception {}

    /**
     * Starts one server in this JVM. Returns when it has been started; it need not serve yet.
     *
     * @throws Exception if it does not start
     */
    ContestantServer start(Site site, int id) throws Exception;

    /**
     * Connects remote clients. All servers serve by now.
     *
     * @param shards of virtual clients; {@link Site#connections} says which connections each has
     * @throws Exception if that fails
     */
    Attachment connect(Site site, int shards) throws Exception;
}
