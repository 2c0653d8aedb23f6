package io.abcast.ordering.epaxos;

/**
 * The instance that a member has known for the longest time without a decision.
 *
 * @param ageNanos time in ns since the member learned of the instance, or since the member's last start
 * @param waitsFor text that says for what the decision waits, such as {@code the decisions of 2.17}
 */
public record OldestUndecided(InstanceId id, long ageNanos, String waitsFor) {
    /**
     * Returns the instance, its age and the reason of the wait, in the form {@code 3.12 for 250 ms, waits for member
     * 3}.
     */
    @Override
    public String toString() {
        return "%s for %d ms, waits for %s".formatted(id, ageNanos / 1_000_000, waitsFor);
    }
}
