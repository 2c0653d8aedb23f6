package io.abcast.ordering.log;

import io.abcast.kernel.Zxid;

/** The interface through which drivers and checkers read the state of a {@link LogNode}. */
public final class LogProbe extends EnsembleNodeProbe {
    private final LogNode node;

    public LogProbe(LogNode node) {
        super(node);
        this.node = node;
    }

    @Override
    public boolean leads() {
        return node.phase() == LogPhase.LEADING;
    }

    @Override
    public int epoch() {
        return (int) node.consensus().round();
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
