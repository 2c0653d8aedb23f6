package io.abcast.benchmark.limits;

import java.util.List;

/**
 * Costs of the return of a killed follower, while clients put load on the other members.
 *
 * @param emptied whether the follower returned without its data directory, and needed a snapshot.
 * @param keys number of keys in the key-value state.
 * @param stateBytes number of bytes of all values in the key-value state.
 * @param dataBytes size of the leader's data directory in bytes; 0 for durability memory.
 * @param catchUpSeconds time in seconds from the start of the follower's process until it served requests; NaN if it
 *     did not serve in time.
 * @param phases figures of the clients in the phases of the run, in order.
 * @param agreed whether all members had the same state at the end of the run.
 * @param snapshots number of snapshots that all members except the follower took while the load ran
 */
public record StateResult(
        boolean emptied,
        long keys,
        long stateBytes,
        long dataBytes,
        double catchUpSeconds,
        List<Phase> phases,
        boolean agreed,
        long snapshots) {
    /** Number of bytes of the key-value state divided by the duration of the follower's return, in bytes per second. */
    public double bytesPerSecond() {
        return stateBytes / catchUpSeconds;
    }
}
