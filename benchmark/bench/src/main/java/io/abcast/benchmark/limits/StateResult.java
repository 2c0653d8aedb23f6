package io.abcast.benchmark.limits;

import java.util.List;

/**
 * Costs of a follower's return while a load ran on the other members.
 *
 * @param emptied whether the follower returned without its data directory and needed a snapshot; otherwise it still had
 *     its history.
 * @param keys number of keys in the state.
 * @param stateBytes bytes of all values in the state.
 * @param dataBytes size of the leader's data directory; 0 for durability memory.
 * @param catchUpSeconds time from the start of the follower's process until it served requests; NaN: it did not serve
 *     in time.
 * @param phases figures of the clients in the phases, one after the other.
 * @param agreed whether all members had the same state at the end.
 * @param snapshots total number of snapshots of all other members while the load ran.
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
    /** Bytes of the state divided by the duration of the return, in bytes per second. */
    public double bytesPerSecond() {
        return stateBytes / catchUpSeconds;
    }
}
