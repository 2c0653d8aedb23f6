package io.abcast.zab;

import io.abcast.kernel.Message;
import io.abcast.kernel.Zxid;

/**
 * A message between Zab servers: votes between any two servers, acks between followers, and frames between a leader and
 * a follower.
 */
public sealed interface ZabMessage extends Message {

    /**
     * A Zab vote, which states the present state of its sender in an election and replaces the sender's previous vote.
     * A server sends votes while it looks for a leader, and in answer to votes of servers that look for a leader.
     * Safety does not depend on votes.
     *
     * @param role the sender's role
     * @param voter whether the sender is a voter, so that its vote counts
     * @param stands whether the sender of the vote stands for election; false if it is an observer, or if its state is
     *     not durable
     * @param fresh whether the sender of the vote has no history of entries
     * @param acceptedEpoch the highest epoch that the sender of the vote has promised to a leader
     * @param currentEpoch the sender's current epoch
     * @param durableZxid zxid of the last entry that is durable at the sender of the vote
     * @param candidate server id of the member that the sender of the vote wants as leader, or follows; 0 if the sender
     *     has no candidate.
     * @param configuration zxid of the last change of the ensemble that the sender knows to be committed, or {@link
     *     Zxid#NONE}.
     * @param heard the members whose votes the sender has received lately, one bit per rank in the ensemble after the
     *     change {@code configuration}; {@link #HEARD_ALL} if the sender names no members
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

        boolean hasHeard(int rank) {
            return (heard >> rank & 1) != 0;
        }

        @Override
        public int wireBytes() {
            return 44;
        }
    }

    /**
     * Reports a committed change of the ensemble to a server whose messages show that it may not know the change.
     *
     * @param configuration the zxid of the last committed change of the ensemble, as in {@link Vote}
     * @param member whether the receiver of the message is a member of the ensemble after the change
     */
    record Settled(long configuration, boolean member) implements ZabMessage {
        @Override
        public int wireBytes() {
            return 11;
        }
    }

    /**
     * Reports that the sender does not take part in a link session, so that the receiver must end the session too.
     *
     * @param session number of the link session that the receiver should end
     */
    record EndSession(long session) implements ZabMessage {
        @Override
        public int wireBytes() {
            return 10;
        }
    }

    /**
     * PeerAck: a follower that has entered the epoch reports to another follower that all entries up to {@code zxid}
     * are durable at the sender. A {@code PeerAck} needs no session, because a later {@code PeerAck} replaces it.
     *
     * @param nonce the random number that the leader of the epoch has drawn for its attempt to lead
     */
    record PeerAck(int epoch, long nonce, long zxid) implements ZabMessage {
        @Override
        public int wireBytes() {
            return 23;
        }
    }

    /**
     * A message on the link between a leader and a follower.
     *
     * @param session random number of the link session, which the follower draws when it connects to the leader.
     * @param sequence number of the frame in its direction of the link session, counted from 1. The receiver drops
     *     repeated frames, and ends the link session if a frame with the next sequence number is missing
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
