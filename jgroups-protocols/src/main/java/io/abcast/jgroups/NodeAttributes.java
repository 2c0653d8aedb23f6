package io.abcast.jgroups;

import io.abcast.driver.Driver;
import io.abcast.kernel.NodeStatus;
import io.abcast.kernel.Zxid;
import org.jgroups.annotations.ManagedAttribute;
import org.jgroups.conf.AttributeType;

/**
 * Shows the status of a protocol's node to operators.
 *
 * <p><b>Thread rule:</b> any thread may call all methods.
 */
public abstract class NodeAttributes extends PortAttributes {
    /**
     * Returns the status of this member's node, which is some milliseconds old; {@code null} before the first start of
     * the protocol.
     */
    public abstract NodeStatus status();

    abstract boolean running();

    final boolean established() {
        NodeStatus s = status();
        return running() && s != null && s.active();
    }

    final String reason() {
        NodeStatus s = status();
        if (!running()) return "not running";
        return s == null ? Driver.NOT_STARTED : s.reason();
    }

    @ManagedAttribute(
            description =
                    "Role of this member: LEADING, FOLLOWING, or a phase of its protocol before that; VOTING or LEARNING"
                            + " in EPAXOS; STOPPED if it does not run")
    public String getRole() {
        NodeStatus s = status();
        return s == null || !running() ? "STOPPED" : s.role().toString();
    }

    @ManagedAttribute(
            description =
                    "Whether this member's role is established, so that requests are ordered here")
    public boolean isActive() {
        return established();
    }

    @ManagedAttribute(
            description =
                    "Reason why requests are not ordered at this member; empty while requests are"
                            + " ordered")
    public String getReason() {
        return reason();
    }

    @ManagedAttribute(
            description = "Server id of the leader; 0 if no leader is known, and always in EPAXOS",
            type = AttributeType.SCALAR,
            gauge = true)
    public int getLeader() {
        NodeStatus s = status();
        return s == null ? 0 : s.leader();
    }

    @ManagedAttribute(
            description =
                    "Whether this member may vote; false after the loss of its votes, until a leader has synchronised"
                            + " this member, in protocols with such a recovery; in EPAXOS false for ever")
    public boolean isVoter() {
        NodeStatus s = status();
        return s != null && s.voter();
    }

    @ManagedAttribute(description = "Position of the last durable entry, epoch:counter")
    public String getDurableZxid() {
        NodeStatus s = status();
        return s == null ? "0:0" : Zxid.toString(s.durableZxid());
    }

    @ManagedAttribute(
            description =
                    "Position of the last entry delivered to the receiver, epoch:counter; in EPAXOS with an"
                            + " interference it is local to this member")
    public String getDeliveredZxid() {
        NodeStatus s = status();
        return s == null ? "0:0" : Zxid.toString(s.deliveredZxid());
    }

    @ManagedAttribute(
            description = "Position of the last entry in the newest snapshot, epoch:counter")
    public String getSnapshotZxid() {
        NodeStatus s = status();
        return s == null ? "0:0" : Zxid.toString(s.snapshotZxid());
    }

    @ManagedAttribute(
            description = "Requests and reads in the node that are not answered yet",
            type = AttributeType.SCALAR,
            gauge = true)
    public int getPending() {
        NodeStatus s = status();
        return s == null ? 0 : s.pending();
    }

    @ManagedAttribute(
            description = "Entries delivered to the receiver since the start",
            type = AttributeType.SCALAR)
    public long getDelivered() {
        NodeStatus s = status();
        return s == null ? 0 : s.delivered();
    }

    @ManagedAttribute(
            description = "Protocol messages sent since the start",
            type = AttributeType.SCALAR)
    public long getMessagesSent() {
        NodeStatus s = status();
        return s == null ? 0 : s.messagesSent();
    }

    @ManagedAttribute(
            description = "Protocol messages received since the start",
            type = AttributeType.SCALAR)
    public long getMessagesReceived() {
        NodeStatus s = status();
        return s == null ? 0 : s.messagesReceived();
    }

    @ManagedAttribute(
            description =
                    "Protocol messages dropped as stale, repeated or out of place since the start",
            type = AttributeType.SCALAR)
    public long getMessagesDropped() {
        NodeStatus s = status();
        return s == null ? 0 : s.messagesDropped();
    }
}
