package io.abcast.ordering.epaxos;

import java.util.function.Consumer;

/** The vertices whose instances are not committed, in the order in which other vertices began to wait for them. */
final class MissingInstances {
    /** Head of the circular list of uncommitted vertices. */
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

    /** Removes a vertex from the list, because its instance is committed or executed. */
    void remove(Waiter committed) {
        committed.missingBefore.missingAfter = committed.missingAfter;
        committed.missingAfter.missingBefore = committed.missingBefore;
    }

    void forEach(Consumer<InstanceId> visitor) {
        for (Waiter at = head.missingAfter; at != head; at = at.missingAfter) visitor.accept(at.id);
    }
}
