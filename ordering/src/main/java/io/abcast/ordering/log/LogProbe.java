package io.abcast.ordering.log;

import io.abcast.kernel.Probe;
import io.abcast.kernel.QueueVisitor;
import io.abcast.kernel.Zxid;

/**
 * Gives drivers and checkers the state of a {@link LogNode}. Checkers run after each batch, so the probe does not
 * create a status object, unlike {@link LogNode#status}.
 */
public final class LogProbe implements Probe {
    private final LogNode node;

    public LogProbe(LogNode node) {
        this.node = node;
    }

    @Override
    public boolean leads() {
        return node.phase() == LogPhase.LEADING;
    }

    @Override
    public boolean active() {
        return node.reason().isEmpty();
    }

    @Override
    public int epoch() {
        return (int) node.consensus().round();
    }

    @Override
    public boolean voter() {
        return node.votes();
    }

    @Override
    public void visitQueues(QueueVisitor to) {
        node.visitQueues(to);
    }

    @Override
    public Enum<?> phase() {
        return node.phase();
    }

    @Override
    public String line() {
        LogStatus s = node.status();
        return s.role()
                + " round "
                + s.round()
                + " of "
                + s.leader()
                + " slot "
                + s.slot()
                + " zxid "
                + Zxid.toString(s.deliveredZxid())
                + " pending "
                + s.pending()
                + (s.voter() ? "" : " not a voter");
    }
}
