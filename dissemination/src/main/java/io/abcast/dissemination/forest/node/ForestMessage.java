package io.abcast.dissemination.forest.node;

import io.abcast.kernel.Digest;
import io.abcast.kernel.Message;

/**
 * The messages between the forest nodes of a group. Only {@link Frame} is large, except that a {@link PlanMessage}
 * grows with the square of the number of members. Callers must not write to the arrays of a forest message, because
 * several objects share the arrays.
 */
public sealed interface ForestMessage extends Message {
    /** Maximum total size in bytes of the version, the type and the number fields of a forest message. */
    int FIXED_BYTES = 64;

    @Override
    default int wireBytes() {
        return FIXED_BYTES;
    }

    /**
     * A frame, which carries a payload or a piece of a payload.
     *
     * @param source member that spreads the frame's payload
     * @param incarnation incarnation (run) of the source; a newer incarnation has a higher number
     * @param sequence number of the frame in the source's incarnation, from 1 on; 0 in an answer to {@link Fetch}
     * @param floor lowest sequence number of a frame for which the source still waits for acknowledgements
     * @param relay whether the receiver of the frame is its relay, and must forward the frame with {@code relay} false
     *     to the other members
     * @param payload digest of the whole payload to which the frame belongs
     * @param length size in bytes of the whole payload to which the frame belongs
     * @param index index of the piece in its payload; the pieces of a payload have consecutive sequence numbers
     * @param piece digest of {@code bytes}; equal to {@code payload} if the frame carries the whole payload
     */
    record Frame(
            int source,
            long incarnation,
            long sequence,
            long floor,
            boolean relay,
            Digest payload,
            int length,
            int index,
            Digest piece,
            byte[] bytes)
            implements ForestMessage {
        @Override
        public int wireBytes() {
            return FIXED_BYTES + 2 * Digest.BYTES + bytes.length;
        }

        boolean isWhole() {
            return bytes.length == length;
        }

        Frame withRelay(boolean bit) {
            return bit == relay
                    ? this
                    : new Frame(
                            source,
                            incarnation,
                            sequence,
                            floor,
                            bit,
                            payload,
                            length,
                            index,
                            piece,
                            bytes);
        }

        Frame fetched() {
            return new Frame(
                    source, incarnation, 0, 0, false, payload, length, index, piece, bytes);
        }
    }

    /**
     * Acknowledges frames to their source: the sender of this message holds the frames.
     *
     * @param incarnation incarnation of the frames' source
     * @param upTo sequence number up to which the sender of {@code Held} holds all frames that the source still keeps
     * @param ranges ranges of held frames above {@code upTo}: first and last sequence number of each range, ascending
     */
    record Held(long incarnation, long upTo, long[] ranges) implements ForestMessage {
        @Override
        public int wireBytes() {
            return FIXED_BYTES + ranges.length * 10;
        }
    }

    /**
     * Reports to the source of a frame that the relay has dropped the frame for some members, because the relay's
     * queues for these members are full.
     *
     * @param missed the members for which the relay has dropped the frame, one bit for each member
     */
    record RelayFull(long incarnation, long sequence, long missed) implements ForestMessage {}

    /**
     * Informs a source to which the relay had reported full queues that the relay's queues are at most half full now.
     */
    record RelayRoom() implements ForestMessage {}

    /** Asks a member that holds a payload for the payload. */
    record Fetch(Digest payload) implements ForestMessage {}

    /** Answers {@link Fetch}: the sender of this message does not have the payload. */
    record Missing(Digest payload) implements ForestMessage {}

    /**
     * A plan of overlay rates, which the planner sends to all members.
     *
     * @param epoch epoch (term) of the planner; a new planner uses a higher epoch
     * @param number number of the plan within its epoch
     * @param members the members that the plan names, in ascending order
     * @param rates R'_i: planned rate in bytes/s at which member i sends its own payloads
     * @param r r_ij in row i, column j: planned rate in bytes/s of member i's overlay over relay j
     */
    record PlanMessage(long epoch, long number, int[] members, double[] rates, double[][] r)
            implements ForestMessage {
        @Override
        public int wireBytes() {
            int n = members.length;
            return FIXED_BYTES + n * (10 + 8 + 8 * n);
        }
    }

    /**
     * The measurements of a member, which the member sends to the planner. All rates of a report are in bytes/s.
     *
     * @param load rate at which the member's application offers new payloads
     * @param isHeldBack whether frames queue for the member's uplink, in the node or in socket buffers; if so, the
     *     application might offer more than {@code load}
     * @param out rate at which the reporting member sent frames
     * @param isOutFull whether the member's uplink was full, so that {@code out} is the uplink's capacity
     * @param in rate at which frames arrived at the reporting member
     * @param waiting destinations for which frames waited without interruption since the last report, one bit for each
     *     member
     * @param used destinations to which the member sent frames since the last report, one bit for each member
     * @param uplinkMax configured capacity of the member's uplink in bytes/s; 0 if not configured
     * @param downlinkMax configured capacity of the member's downlink in bytes/s; 0 if not configured.
     * @param peers members to which the reporting member has measured a round trip, one bit for each member.
     * @param roundTrips round trip times to {@code peers} in ns, in ascending order of the members
     */
    record Report(
            double load,
            boolean isHeldBack,
            double out,
            boolean isOutFull,
            double in,
            long waiting,
            long used,
            double uplinkMax,
            double downlinkMax,
            long peers,
            long[] roundTrips)
            implements ForestMessage {
        @Override
        public int wireBytes() {
            return FIXED_BYTES + 10 * roundTrips.length;
        }
    }

    /**
     * Measures the round trip between two members. The receiver of an echo returns the echo at once.
     *
     * @param stampNanos sending time in ns on the clock of the member that measures; no other member can use this time
     */
    record Echo(long stampNanos, boolean isAnswer) implements ForestMessage {}
}
