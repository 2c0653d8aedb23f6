package io.abcast.ordering.epaxos;

/**
 * The instance that has been undecided for the longest time at a member.
 *
 * @param ageNanos time in ns for which the member has known the undecided instance since the member's last start
 * @param waitsFor the cause for which the instance's decision waits, in a few words, such as {@code the decisions of
 *     2.17}
 */
public record OldestUndecided(InstanceId id, long ageNanos, String waitsFor) {
    /**
     * Returns the instance, its age and the cause of its wait as text, such as {@code 3.12 for 250 ms, waits for member
     * 3}.
     */
    @Override
    public String toString() {
        return "%s for %d ms, waits for %s".formatted(id, ageNanos / 1_000_000, waitsFor);
    }
}
