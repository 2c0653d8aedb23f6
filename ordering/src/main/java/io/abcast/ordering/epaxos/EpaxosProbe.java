package io.abcast.ordering.epaxos;

import io.abcast.kernel.Zxid;
import io.abcast.ordering.log.EnsembleNodeProbe;

/**
 * Gives drivers and checkers the state of an {@link EpaxosNode}. The methods for leaders and epochs return constants,
 * because EPaxos has neither leaders nor epochs.
 */
public final class EpaxosProbe extends EnsembleNodeProbe {
    private final EpaxosNode node;

    public EpaxosProbe(EpaxosNode node) {
        super(node);
        this.node = node;
    }

    @Override
    public boolean leads() {
        return false;
    }

    @Override
    public int epoch() {
        return 0;
    }

    @Override
    public String line() {
        EpaxosStatus s = node.status();
        return "%s executed %d zxid %s unexecuted %d retained %d undecided %d blocker %s pending %d %s"
                .formatted(
                        s.role(),
                        s.executed(),
                        Zxid.toString(s.deliveredZxid()),
                        s.unexecuted(),
                        s.retained(),
                        s.undecided(),
                        s.blocker(),
                        s.pending(),
                        s.reason());
    }
}
