package io.abcast.ordering.epaxos;

import java.util.function.Consumer;

/**
 * List of the uncommitted instances for which other instances or reads wait by a set X of dependencies, in the order in
 * which these waits began.
 */
final class MissingInstances {
    private final Waiter head = new Waiter(null, Waiter.READ, 0);

    MissingInstances() {
        head.missingBefore = head;
        head.missingAfter = head;
    }

    void add(Waiter missing) {
        missing.missingBefore = head.missingBefore;
        missing.missingAfter = head;
        missing.missingBefore.missingAfter = missing;
        head.missingBefore = missing;
    }

    void remove(Waiter committed) {
        committed.missingBefore.missingAfter = committed.missingAfter;
        committed.missingAfter.missingBefore = committed.missingBefore;
    }

    void forEach(Consumer<InstanceId> visitor) {
        for (Waiter at = head.missingAfter; at != head; at = at.missingAfter) visitor.accept(at.id);
    }
}
