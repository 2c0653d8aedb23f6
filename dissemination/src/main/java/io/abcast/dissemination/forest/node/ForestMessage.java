package io.abcast.dissemination.forest.node;

import io.abcast.kernel.Digest;
import io.abcast.kernel.Message;

/**
 * Messages between the nodes of a forest. Only {@link Frame} is large; {@link PlanMessage} grows with the square of the
 * number of members. Arrays are shared: callers must not write to them.
 */
public sealed interface ForestMessage extends Message {
    /** Maximum size in bytes of the version, the type and the numbers of a message. */
    int FIXED_BYTES = 64;

    @Override
    default int wireBytes() {
        return FIXED_BYTES;
    }

    /**
     * A payload, or a piece of a payload.
     *
     * @param source member that spreads the payload
     * @param incarnation incarnation of the source; a higher one is newer
     * @param sequence number of the frame in that incarnation, from 1 on; 0 in an answer to {@link Fetch}
     * @param floor lowest sequence number for which the source still waits for acknowledgements
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

        /** Returns the frame in the form of an answer to {@link Fetch}. */
        Frame fetched() {
            return new Frame(
                    source, incarnation, 0, 0, false, payload, length, index, piece, bytes);
        }
    }

    /**
     * Acknowledges frames: names the frames of the receiver of this message that the sender of this message holds.
     *
     * @param incarnation incarnation of the source
     * @param upTo the sender holds all frames up to this sequence number for which the source still waits
     * @param ranges further frames: first and last number of each range, ascending
     */
    record Held(long incarnation, long upTo, long[] ranges) implements ForestMessage {
        @Override
        public int wireBytes() {
            return FIXED_BYTES + ranges.length * 10;
        }
    }

    /**
     * Sent by a relay to the source of a frame: the relay has dropped the frame for some members, because the queues of
     * these members are full.
     *
     * @param missed the members for which the frame was dropped, one bit for each member
     */
    record RelayFull(long incarnation, long sequence, long missed) implements ForestMessage {}

    /** Sent by a relay whose queues were full: no queue of the relay is more than half full now. */
    record RelayRoom() implements ForestMessage {}

    /** Asks a holder for a payload. */
    record Fetch(Digest payload) implements ForestMessage {}

    /** Answers {@link Fetch}: the sender does not have the payload. */
    record Missing(Digest payload) implements ForestMessage {}

    /**
     * A plan of the member that plans.
     *
     * @param epoch epoch of the planner; a new planner uses a higher epoch
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
     * @param isHeldBack whether frames queue for the uplink, here or in the buffers of sockets, so that the load may be
     *     less than what the source would offer
     * @param out rate at which frames were sent
     * @param isOutFull whether the uplink was full, so that {@code out} is its capacity
     * @param in rate at which frames arrived
     * @param waiting destinations for which frames waited during the whole period, one bit for each member
     * @param used destinations to which frames were sent, one bit for each member
     * @param uplinkMax configured bound of the uplink; 0 for no bound
     * @param downlinkMax configured bound of the downlink; 0 for no bound
     * @param peers members with a measured round trip, one bit for each member
     * @param roundTrips round trips to {@code peers} in nanoseconds, in ascending order of the members
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
     * Measures a round trip. The receiver returns this message at once.
     *
     * @param stampNanos time in ns on the clock of the member that measures; no other member can use the value
     */
    record Echo(long stampNanos, boolean isAnswer) implements ForestMessage {}
}
