package io.abcast.search;

import io.abcast.kernel.Probe;
import io.abcast.kernel.QueueVisitor;
import io.abcast.sim.EnsembleProbe;

/**
 * The simulator's probe of a node, for one member of an ensemble. The class forwards to the probe that the node's
 * module provides.
 */
abstract class DelegatingProbe implements EnsembleProbe {
    private final Probe probe;

    DelegatingProbe(Probe probe) {
        this.probe = probe;
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
}
