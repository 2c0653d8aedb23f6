package io.abcast.ordering.epaxos;

import io.abcast.kernel.Probe;
import io.abcast.kernel.QueueVisitor;
import io.abcast.kernel.Zxid;

/** Gives drivers and checkers the state of an {@link EpaxosNode}. EPaxos has neither leaders nor epochs. */
public final class EpaxosProbe implements Probe {
    private final EpaxosNode node;

    public EpaxosProbe(EpaxosNode node) {
        this.node = node;
    }

    @Override
    public boolean leads() {
        return false;
    }

    @Override
    public boolean active() {
        return node.reason().isEmpty();
    }

    @Override
    public int epoch() {
        return 0;
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
