package io.abcast.ordering.log;

import io.abcast.kernel.Probe;
import io.abcast.kernel.QueueVisitor;

/**
 * The part of a {@link Probe} that all nodes of a fixed ensemble share. Checkers run after each batch. Therefore no
 * method but {@link #line} builds a status object.
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
