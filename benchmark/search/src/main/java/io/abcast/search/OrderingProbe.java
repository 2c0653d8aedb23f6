package io.abcast.search;

import io.abcast.kernel.QueueVisitor;
import io.abcast.ordering.log.LogNode;
import io.abcast.ordering.log.LogProbe;
import io.abcast.sim.EnsembleProbe;

/** The simulator's probe of a {@link LogNode}. */
final class OrderingProbe implements EnsembleProbe {
    private final LogNode node;
    private final LogProbe probe;

    OrderingProbe(LogNode node) {
        this.node = node;
        probe = new LogProbe(node);
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
