package io.abcast.zab;

import io.abcast.kernel.Message;
import io.abcast.kernel.Zxid;

/**
 * What Zab servers say to one another: votes between any two, acks between followers, frames of a link between a leader and a
 * follower.
 */
public sealed interface ZabMessage extends Message {

    /**
     * A member's present state, sent while it looks for a leader, and by others in answer. Votes have no session: each
     * replaces the sender's previous one and none is trusted for safety.
     *
     * @param role what the sender is doing
     * @param voter whether the sender's vote counts
     * @param stands whether the sender would lead: it is no observer, as far as it knows, and its state is durable. A member whose disk
     *     does not take its state would get no further
     * @param fresh whether the sender has no history at all
     * @param acceptedEpoch the highest epoch that the sender has promised
     * @param currentEpoch the sender's current epoch
     * @param durableZxid the sender's last durable entry
     * @param candidate whom the sender wants to lead, or whom it follows; 0 for nobody
     * @param configuration the last change of the ensemble that the sender knows to be committed, {@link Zxid#NONE} for none
     * @param heard the members of that ensemble whose votes the sender has received lately, a bit for each rank; {@link #HEARD_ALL} if
     *     the sender does not say
     */
    record Vote(
            Role role,
            boolean voter,
            boolean stands,
            boolean fresh,
            int acceptedEpoch,
            int currentEpoch,
            long durableZxid,
            int candidate,
            long configuration,
            int heard)
            implements ZabMessage {
        static final int HEARD_ALL = -1;

        /** Whether the sender has received a vote of the member of that rank lately. */
        boolean hasHeard(int rank) {
            return (heard >> rank & 1) != 0;
        }

        @Override
        public int wireBytes() {
            return 44;
        }
    }

    /**
     * The change of the ensemble at this zxid is committed. Said to whoever has just shown that it may not know.
     *
     * @param configuration as of {@link Vote}
     * @param member whether the receiver is a member of the ensemble that it has brought
     */
    record Settled(long configuration, boolean member) implements ZabMessage {
        @Override
        public int wireBytes() {
            return 11;
        }
    }

    /**
     * The sender is not, or no longer, the other end of this session.
     *
     * @param session the session that the receiver should end
     */
    record EndSession(long session) implements ZabMessage {
        @Override
        public int wireBytes() {
            return 10;
        }
    }

    /**
     * Follower to follower: everything up to {@code zxid} is durable at the sender, which has entered the epoch. Needs no
     * session: it says something absolute about a log, each replaces the previous one, and none is ever taken back.
     *
     * @param nonce the epoch's
     */
    record PeerAck(int epoch, long nonce, long zxid) implements ZabMessage {
        @Override
        public int wireBytes() {
            return 23;
        }
    }

    /**
     * A message on a link, the stream of messages one way between a leader and a follower.
     *
     * @param session drawn by the follower when it connects
     * @param sequence 1, 2, ... in each direction; a repeat is dropped, a gap ends the session
     */
    record Frame(long session, long sequence, LinkMessage body) implements ZabMessage {
        @Override
        public int wireBytes() {
            return 14 + body.wireBytes();
        }

        @Override
        public Class<?> kind() {
            return body.getClass();
        }

        @Override
        public long instance() {
            return body.instance();
        }
    }
}
