package io.abcast.search;

import io.abcast.dissemination.omaha.Omaha;
import io.abcast.dissemination.omaha.OmahaSettings;
import io.abcast.dissemination.omaha.PledgeHandle;
import io.abcast.kernel.Effects;
import io.abcast.kernel.EffectsFilter;
import io.abcast.kernel.Hold;
import io.abcast.kernel.Message;
import io.abcast.kernel.Node;
import io.abcast.kernel.NodeFilter;
import io.abcast.sim.Rng;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.BooleanSupplier;

/**
 * A node whose messages pass through OMAHA, which delays messages and sends several as one {@link Aggregate}, for one
 * incarnation of a member.
 */
final class OmahaNode extends NodeFilter {
    /** Timer of OMAHA; the protocol node uses only lower kinds of timers. */
    private static final int TIMER = 63;

    private static final long RESOLUTION_NANOS = 50_000;

    private final Node node;
    private final Layer layer;

    private OmahaNode(Node node, Layer layer) {
        super(node);
        this.node = node;
        this.layer = layer;
    }

    static OmahaNode of(Node node, Layer layer) {
        return new OmahaNode(node, layer);
    }

    @Override
    public void onBatchStart(long nowNanos) {
        layer.now = nowNanos;
        super.onBatchStart(nowNanos);
    }

    @Override
    public void onBatchEnd() {
        super.onBatchEnd();
        layer.settle();
    }

    @Override
    public void onMessage(int from, Message message) {
        if (message instanceof Aggregate aggregate)
            for (Message one : aggregate.messages()) node.onMessage(from, one);
        else node.onMessage(from, message);
    }

    @Override
    public void onTimer(int kind) {
        if (kind == TIMER) layer.alarmNanos = Long.MAX_VALUE;
        else super.onTimer(kind);
    }

    static final class Layer extends EffectsFilter {
        static final String HOLDS = "OMAHA holds a message for ";

        private static final long APP = 1;

        /** Id of an application whose instances crash, so that it never ends a pledge (an announcement of messages). */
        private static final long CRASHED = 2;

        private static final double CRASHES = 0.2;

        private static final Hold ANY = Hold.upTo(Long.MAX_VALUE);

        /**
         * Time in ns that OMAHA may delay a critical message after all faults are healed: much shorter than the node's
         * timeouts.
         */
        private static final long HEALED_NANOS_MAX = 2_000_000;

        private final Effects effects;
        private final Omaha<Integer, Message> omaha;
        private final Hold plain;
        private final boolean any;
        private final BooleanSupplier healed;
        private final Map<Long, PledgeHandle> pledges = new HashMap<>();
        private final Rng random;
        private final long boundNanos;
        private long now;

        private long alarmNanos = Long.MAX_VALUE;

        /**
         * @param plain delay of messages for which the node gives no hint; may be longer than the node expects, and
         *     must not violate safety
         * @param any whether OMAHA may delay any message in spite of the node's hints, because safety must not depend
         *     on hints
         * @param healed whether all faults of the run are healed; OMAHA then holds critical messages for less than a
         *     timeout of the node
         * @param boundNanos maximum time in ns for which OMAHA may hold a message
         */
        Layer(
                Effects effects,
                OmahaSettings settings,
                Hold plain,
                boolean any,
                BooleanSupplier healed,
                long boundNanos,
                long seed) {
            super(effects);
            this.any = any;
            this.healed = healed;
            this.effects = effects;
            this.plain = plain;
            this.boundNanos = boundNanos;
            random = new Rng(seed);
            Rng coin = random.split();
            omaha = new Omaha<>(settings, Message::wireBytes, this::transmit, coin::unit);
        }

        private void transmit(int to, List<Message> messages) {
            effects.send(to, messages.size() == 1 ? messages.get(0) : new Aggregate(messages));
        }

        @Override
        public void send(int to, Message message) {
            hand(to, message, bounded(plain));
        }

        @Override
        public void send(int to, Message message, Hold hold) {
            hand(to, message, any ? bounded(ANY) : hold);
        }

        private Hold bounded(Hold hold) {
            if (!healed.getAsBoolean()) return hold;
            return new Hold(hold.probability(), Math.min(hold.timeoutNanos(), HEALED_NANOS_MAX));
        }

        private void hand(int to, Message message, Hold hold) {
            long before = omaha.figures().heldMessages();
            omaha.send(to, message, hold, APP, now);
            if (omaha.figures().heldMessages() > before) effects.report(HOLDS + to);
        }

        @Override
        public void beginPledge(long pledge, Set<Integer> to, long expectedNanos) {
            endPledge(pledge);
            pledges.put(pledge, omaha.beginPledge(APP, to, expectedNanos, now));
            if (random.unit() < CRASHES) omaha.beginPledge(CRASHED, to, 0, now);
        }

        /**
         * Time in ns from the last batch of events until all delayed messages must be sent; at most 0 if no message may
         * wait.
         */
        long heldForNanosMore() {
            long last = omaha.lastDeadlineNanos();
            return last == Long.MIN_VALUE ? 0 : last - now;
        }

        long held() {
            return omaha.figures().heldNow();
        }

        long boundNanos() {
            return boundNanos;
        }

        @Override
        public void endPledge(long pledge) {
            PledgeHandle open = pledges.remove(pledge);
            if (open != null) omaha.close(open, now);
        }

        private void settle() {
            omaha.onTime(now);
            long due = omaha.nextDeadlineNanos();
            if (due >= alarmNanos) return;
            alarmNanos = due;
            // A drifting clock may let the timer expire early; without a minimum duration it would
            // be set again without end, while time does not advance.
            effects.setTimer(TIMER, Math.max(RESOLUTION_NANOS, due - now));
        }
    }
}
