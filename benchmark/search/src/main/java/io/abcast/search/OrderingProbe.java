package io.abcast.search;

import io.abcast.ordering.log.LogNode;
import io.abcast.ordering.log.LogProbe;

/** The simulator's probe of a {@link LogNode}. */
final class OrderingProbe extends DelegatingProbe {
    private final LogNode node;

    OrderingProbe(LogNode node) {
        super(new LogProbe(node));
        this.node = node;
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
