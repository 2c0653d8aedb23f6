package io.abcast.search;

import io.abcast.kernel.Effects;
import io.abcast.kernel.Message;
import io.abcast.kernel.Node;
import io.abcast.kernel.NodeFilter;

/** The node of an ordering protocol together with a FOREST node that carries the payloads of the requests. */
final class ForestedNode extends NodeFilter {
    /** Timer of FOREST; the ordering protocol uses only lower kinds of timers. */
    private static final int TIMER = 62;

    /**
     * Without a minimum duration, a timer that a drifting clock lets expire early could be set again without end, while
     * time does not advance.
     */
    private static final long RESOLUTION_NANOS = 50_000;

    private final ForestLayer layer;
    private final Effects effects;
    private long nowNanos;

    ForestedNode(Node node, ForestLayer layer, Effects effects) {
        super(node);
        this.layer = layer;
        this.effects = effects;
    }

    @Override
    public void onBatchStart(long now) {
        nowNanos = now;
        layer.begin(now);
        super.onBatchStart(now);
    }

    @Override
    public void onMessage(int from, Message message) {
        if (message instanceof ForestEnvelope envelope) layer.onMessage(from, envelope.body());
        else super.onMessage(from, message);
    }

    @Override
    public void onTimer(int kind) {
        if (kind != TIMER) super.onTimer(kind);
    }

    @Override
    public void onBatchEnd() {
        layer.runDue();
        boolean again = false;
        do {
            if (again) super.onBatchStart(nowNanos);
            for (ForestLayer.Arrived each; (each = layer.poll()) != null; )
                onBytes(each.from(), each.digest(), each.payload());
            super.onBatchEnd();
            layer.runDue();
            again = true;
        } while (layer.hasArrived());
        long wait = layer.end();
        if (wait != ForestLayer.NOTHING_DUE)
            effects.setTimer(TIMER, Math.max(RESOLUTION_NANOS, wait));
    }
}
