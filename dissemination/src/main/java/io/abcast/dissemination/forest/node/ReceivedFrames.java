package io.abcast.dissemination.forest.node;

import io.abcast.dissemination.forest.node.ForestMessage.Frame;
import io.abcast.dissemination.forest.node.ForestMessage.Held;

/**
 * Records the received frames of all sources, and the acknowledgements that this member must send. If {@link
 * ForestSettings#keeps} is true, the application's own messages (such as votes) acknowledge payloads. If {@code keeps}
 * is true, this class acknowledges only frames that arrive again.
 */
final class ReceivedFrames {
    final class Inbound {
        private final long incarnation;
        private final SequenceSet received = new SequenceSet(ForestSettings.RANGES_MAX);
        private boolean isDue;

        private Inbound(long incarnation) {
            this.incarnation = incarnation;
        }

        boolean contains(Frame frame) {
            return received.contains(frame.sequence());
        }

        /** The source gets a second acknowledgement, because the first acknowledgement may be lost. */
        void repeated() {
            isDue = true;
        }

        /** @return false if the sequence number would leave too many gaps in the received numbers */
        boolean add(Frame frame) {
            received.raise(frame.floor());
            if (!received.add(frame.sequence())) return false;
            isDue |= acknowledgesFirst;
            return true;
        }
    }

    private final boolean acknowledgesFirst;
    private final Inbound[] inbound = new Inbound[ForestSettings.ID_MAX + 1];

    ReceivedFrames(boolean acknowledgesFirst) {
        this.acknowledgesFirst = acknowledgesFirst;
    }

    /** Returns {@code null} if the frame is of an older incarnation (run) of its source. */
    Inbound of(Frame frame) {
        Inbound in = inbound[frame.source()];
        if (in == null || frame.incarnation() > in.incarnation) {
            in = new Inbound(frame.incarnation());
            inbound[frame.source()] = in;
        }
        return in.incarnation == frame.incarnation() ? in : null;
    }

    void acknowledge(long present, ForestEffects effects) {
        for (int source = 0; source < inbound.length; source++) {
            Inbound in = inbound[source];
            if (in == null || !in.isDue) continue;
            in.isDue = false;
            if (((present >>> source) & 1) == 0) continue;
            long[] ranges = in.received.ranges(ForestSettings.RANGES_SENT_MAX);
            effects.send(source, new Held(in.incarnation, in.received.upTo(), ranges));
        }
    }
}
