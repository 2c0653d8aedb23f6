package io.abcast.search;

import io.abcast.kernel.Probe;
import io.abcast.kernel.QueueVisitor;
import io.abcast.ordering.log.EnsembleNode;
import io.abcast.sim.EnsembleProbe;

/** A probe for the simulator that passes calls on to a node, and to the probe that the node's module provides. */
class DelegatingProbe implements EnsembleProbe {
    private final Probe probe;
    private final EnsembleNode node;

    DelegatingProbe(Probe probe, EnsembleNode node) {
        this.probe = probe;
        this.node = node;
    }

    @Override
    public boolean leads() {
        return probe.leads();
    }

    @Override
    public boolean active() {
        return probe.active();
    }

    @Override
    public int epoch() {
        return probe.epoch();
    }

    @Override
    public boolean voter() {
        return probe.voter();
    }

    @Override
    public void visitQueues(QueueVisitor to) {
        probe.visitQueues(to);
    }

    @Override
    public Enum<?> phase() {
        return probe.phase();
    }

    @Override
    public String line() {
        return probe.line();
    }

    @Override
    public long era() {
        return node.era();
    }

    @Override
    public boolean recovering() {
        return node.recovering();
    }

    @Override
    public String reason() {
        return node.reason();
    }
}
