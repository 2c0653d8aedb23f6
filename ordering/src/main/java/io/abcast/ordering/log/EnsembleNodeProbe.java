package io.abcast.ordering.log;

import io.abcast.kernel.Probe;
import io.abcast.kernel.QueueVisitor;

/**
 * Implements the methods of a {@link Probe} that are the same for all nodes whose ensemble never changes. Checkers call
 * the probe after each batch of events, so no method except {@link #line} allocates an object.
 */
public abstract class EnsembleNodeProbe implements Probe {
    private final EnsembleNode node;

    protected EnsembleNodeProbe(EnsembleNode node) {
        this.node = node;
    }

    @Override
    public final boolean active() {
        return node.reason().isEmpty();
    }

    @Override
    public final boolean voter() {
        return node.votes();
    }

    @Override
    public final void visitQueues(QueueVisitor to) {
        node.visitQueues(to);
    }

    @Override
    public final Enum<?> phase() {
        return node.phase();
    }
}
