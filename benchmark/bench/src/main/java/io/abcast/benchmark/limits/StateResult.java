package io.abcast.benchmark.limits;

import java.util.List;

/**
 * What a follower's return cost while a load ran on the other members.
 *
 * @param emptied whether it came back without its disk, and needed a snapshot; else it had its own history
 * @param keys of the state
 * @param stateBytes of its values
 * @param dataBytes of the leader's data directory; 0 for durability memory
 * @param catchUpSeconds from the start of the process until it served; NaN if it did not in time
 * @param phases one after the other
 * @param agreed whether all had the same state in the end
 * @param snapshots taken by the other members altogether while the load ran
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
    /** Bytes of state per second of the way back. */
    public double bytesPerSecond() {
        return stateBytes / catchUpSeconds;
    }
}
