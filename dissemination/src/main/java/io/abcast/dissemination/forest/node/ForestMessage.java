package io.abcast.dissemination.forest.node;

import io.abcast.kernel.Digest;
import io.abcast.kernel.Message;

/**
 * Messages between the nodes of a forest. All are small except {@link Frame} and, a little, {@link PlanMessage}. Arrays
 * are shared: callers must not write to them.
 */
public sealed interface ForestMessage extends Message {
    /** Size of the version, the type and the longest numbers of a message. */
    int FIXED_BYTES = 64;

    @Override
    default int wireBytes() {
        return FIXED_BYTES;
    }

    /**
     * A payload, or a piece of one.
     *
     * @param source member that spreads the payload
     * @param incarnation incarnation of the source; a higher one is newer
     * @param sequence number of the frame in that incarnation, from 1 on; 0 in an answer to {@link Fetch}
     * @param floor the source does not wait for acknowledgements of frames below this number
     * @param relay whether the receiver must send the frame to the other members, with this bit cleared
     * @param payload digest of the whole payload
     * @param length bytes of the whole payload
     * @param index index of the piece in its payload; pieces have consecutive sequence numbers
     * @param piece digest of {@code bytes}; equal to {@code payload} if the frame has the whole payload
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

        /** The frame as an answer to {@link Fetch}. */
        Frame fetched() {
            return new Frame(
                    source, incarnation, 0, 0, false, payload, length, index, piece, bytes);
        }
    }

    /**
     * The frames of the receiver of this message that its sender holds.
     *
     * @param incarnation incarnation of the source
     * @param upTo the sender holds each frame up to this number that the source still waits for
     * @param ranges further frames: first and last number of each range, ascending
     */
    record Held(long incarnation, long upTo, long[] ranges) implements ForestMessage {
        @Override
        public int wireBytes() {
            return FIXED_BYTES + ranges.length * 10;
        }
    }

    /**
     * A relay reports to the source that it dropped a frame for some members, because their queues are full.
     *
     * @param missed the members, as bits
     */
    record RelayFull(long incarnation, long sequence, long missed) implements ForestMessage {}

    /** A relay that was full reports that no queue is more than half full. */
    record RelayRoom() implements ForestMessage {}

    /** Asks a holder for a payload. */
    record Fetch(Digest payload) implements ForestMessage {}

    /** Answers {@link Fetch}: the sender does not have the payload. */
    record Missing(Digest payload) implements ForestMessage {}

    /**
     * A plan of the member that plans.
     *
     * @param epoch epoch of the planner; a new planner takes a higher one
     * @param number number of the plan in its epoch
     * @param members the members of the plan, ascending
     * @param rates R'_i of each member
     * @param r r_ij: row i, column j
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
     * The measurements of a member, for the member that plans. Rates are in bytes/s.
     *
     * @param load offered rate of payloads
     * @param out rate at which frames left
     * @param isOutFull whether the uplink was full, so that {@code out} is its capacity
     * @param in rate at which frames arrived
     * @param waiting destinations for which frames waited without a break, as bits
     * @param used destinations that frames were sent to, as bits
     * @param uplinkMax configured bound of the uplink; 0: none
     * @param downlinkMax configured bound of the downlink; 0: none
     * @param peers members with a measured round trip, as bits
     * @param roundTrips their round trips in nanoseconds, in the order of the members
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
     * Measures a round trip. The receiver returns it at once.
     *
     * @param stampNanos time at the member that asked, meaningless elsewhere
     */
    record Echo(long stampNanos, boolean isAnswer) implements ForestMessage {}
}
