package io.abcast.benchmark.limits;

import java.util.List;

/**
 * Costs of a follower's return while a load ran on the other members.
 *
 * @param emptied whether it returned without its disk and needed a snapshot; otherwise it had its own history.
 * @param keys of the state.
 * @param stateBytes of its values.
 * @param dataBytes of the leader's data directory; 0 for durability memory.
 * @param catchUpSeconds from the start of the process until it served; NaN: it did not serve in time.
 * @param phases one after the other.
 * @param agreed whether all members had the same state at the end.
 * @param snapshots taken by the other members altogether while the load ran.
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
    /** Bytes of state per second of the return. */
    public double bytesPerSecond() {
        return stateBytes / catchUpSeconds;
    }
}
