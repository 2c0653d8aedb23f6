package io.abcast.dissemination.forest.node;

import io.abcast.dissemination.forest.node.ForestMessage.Frame;
import io.abcast.dissemination.forest.node.ForestMessage.Held;

/**
 * The received frames of all sources, and the acknowledgements that are due. If {@link ForestSettings#keeps} is true,
 * the application's own messages acknowledge payloads, so this class acknowledges only frames that arrive again.
 */
final class ReceivedFrames {
    /** The received frames of one incarnation of a source. */
    final class Inbound {
        private final long incarnation;
        private final SequenceSet received = new SequenceSet(ForestSettings.RANGES_MAX);

        /** Whether the source must get an acknowledgement at the end of the batch. */
        private boolean isDue;

        private Inbound(long incarnation) {
            this.incarnation = incarnation;
        }

        boolean contains(Frame frame) {
            return received.contains(frame.sequence());
        }

        /** Records a repeated frame, whose source gets another acknowledgement, because the first one may be lost. */
        void repeated() {
            isDue = true;
        }

        /** @return whether the sequence number of the frame could be recorded; false if it would add too many gaps */
        boolean add(Frame frame) {
            received.raise(frame.floor());
            if (!received.add(frame.sequence())) return false;
            isDue |= acknowledgesFirst;
            return true;
        }
    }

    private final boolean acknowledgesFirst;
    private final Inbound[] inbound = new Inbound[ForestSettings.ID_MAX + 1];

    /** @param acknowledgesFirst whether frames are acknowledged when they arrive for the first time */
    ReceivedFrames(boolean acknowledgesFirst) {
        this.acknowledgesFirst = acknowledgesFirst;
    }

    /**
     * Returns the record of the frame's source and incarnation; {@code null} if the frame is of an older incarnation.
     */
    Inbound of(Frame frame) {
        Inbound in = inbound[frame.source()];
        if (in == null || frame.incarnation() > in.incarnation) {
            in = new Inbound(frame.incarnation());
            inbound[frame.source()] = in;
        }
        return in.incarnation == frame.incarnation() ? in : null;
    }

    /** Sends the acknowledgements that are due, to those sources that are members of the view. */
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
