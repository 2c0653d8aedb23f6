package io.abcast.zab;

import io.abcast.kernel.Message;
import io.abcast.kernel.Zxid;

/**
 * A message between Zab servers. Any two servers exchange votes. Followers exchange acks. A leader and a follower
 * exchange frames over their link.
 */
public sealed interface ZabMessage extends Message {

    /**
     * The present state of a server. A server sends votes while it looks for a leader, and in answer to such votes.
     * Votes have no session. Each vote replaces the sender's previous vote, and safety does not depend on votes.
     *
     * @param role the sender's role
     * @param voter whether the sender's vote counts
     * @param stands whether the sender stands for election. A member stands if it is no observer in the ensemble that
     *     it knows, and if its state is durable. So a member whose disk accepts no writes cannot become leader
     * @param fresh whether the sender has no history
     * @param acceptedEpoch the highest epoch that the sender has promised
     * @param currentEpoch the sender's current epoch
     * @param durableZxid the sender's last durable entry
     * @param candidate the server that the sender wants as leader, or follows; 0 without a candidate.
     * @param configuration the last change of the ensemble that the sender knows to be committed, or {@link Zxid#NONE}.
     *
     * @param heard the members whose votes the sender has received lately, as one bit for each rank in the ensemble
     *     after the change {@code configuration}; {@link #HEARD_ALL} if the sender does not name members
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

        /** Whether the sender has lately received a vote of the member with {@code rank}. */
        boolean hasHeard(int rank) {
            return (heard >> rank & 1) != 0;
        }

        @Override
        public int wireBytes() {
            return 44;
        }
    }

    /**
     * Reports that the last change of the ensemble that the sender knows is committed. Sent to a server whose message
     * shows that it may not know the change.
     *
     * @param configuration the zxid of the change, as in {@link Vote}
     * @param member whether the receiver is a member of the ensemble after the change
     */
    record Settled(long configuration, boolean member) implements ZabMessage {
        @Override
        public int wireBytes() {
            return 11;
        }
    }

    /**
     * Reports that the sender does not take part, or no longer takes part, in a session.
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
     * Sent by a follower to another follower: all entries up to {@code zxid} are durable at the sender, which has
     * entered the epoch. The ack needs no session, because it stays true even if other messages are lost, and because a
     * later ack replaces it.
     *
     * @param nonce the nonce of the epoch
     */
    record PeerAck(int epoch, long nonce, long zxid) implements ZabMessage {
        @Override
        public int wireBytes() {
            return 23;
        }
    }

    /**
     * A message on a link. A link carries one stream of messages in each direction between a leader and a follower.
     *
     * @param session random number that the follower draws when it connects
     * @param sequence number of the frame in its direction, counted from 1. The receiver drops a repeated frame, and
     *     ends the session at a gap
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
