package io.abcast.jgroups;

import io.abcast.driver.Driver;
import io.abcast.kernel.NodeStatus;
import io.abcast.kernel.Zxid;
import org.jgroups.annotations.ManagedAttribute;
import org.jgroups.conf.AttributeType;

/**
 * What the node of any of our protocols is doing, for operators, as of the last batch.
 *
 * <p><b>Thread rule:</b> all methods from any thread.
 */
public abstract class NodeAttributes extends PortAttributes {
    /** As of some milliseconds ago; {@code null} before the first start. */
    public abstract NodeStatus status();

    /** Whether the loop is at work. */
    abstract boolean running();

    /** Whether the node leads or follows an established leader, as seen by the last look at it. */
    final boolean established() {
        NodeStatus s = status();
        return running() && s != null && s.active();
    }

    /** Why {@link #established} is false, in a few words; empty while it is true. */
    final String reason() {
        NodeStatus s = status();
        if (!running()) return "not running";
        return s == null ? Driver.NOT_STARTED : s.reason();
    }

    @ManagedAttribute(
            description =
                    "What this member is doing: LEADING, FOLLOWING, or how its protocol comes to that")
    public String getRole() {
        NodeStatus s = status();
        return s == null || !running() ? "STOPPED" : s.role().toString();
    }

    @ManagedAttribute(description = "Whether the role is established: requests are being ordered")
    public boolean isActive() {
        return established();
    }

    @ManagedAttribute(description = "Why requests are not being ordered here; empty while they are")
    public String getReason() {
        return reason();
    }

    @ManagedAttribute(
            description = "The leader's server id, 0 if none is known",
            type = AttributeType.SCALAR,
            gauge = true)
    public int getLeader() {
        NodeStatus s = status();
        return s == null ? 0 : s.leader();
    }

    @ManagedAttribute(
            description =
                    "Whether this member may vote: false for one that has lost what it had promised, until it was synchronised if its protocol knows how")
    public boolean isVoter() {
        NodeStatus s = status();
        return s != null && s.voter();
    }

    @ManagedAttribute(description = "Last durable entry")
    public String getDurableZxid() {
        NodeStatus s = status();
        return s == null ? "0:0" : Zxid.toString(s.durableZxid());
    }

    @ManagedAttribute(description = "Last entry handed to the receiver, epoch:counter")
    public String getDeliveredZxid() {
        NodeStatus s = status();
        return s == null ? "0:0" : Zxid.toString(s.deliveredZxid());
    }

    @ManagedAttribute(description = "Last entry in the newest snapshot")
    public String getSnapshotZxid() {
        NodeStatus s = status();
        return s == null ? "0:0" : Zxid.toString(s.snapshotZxid());
    }

    @ManagedAttribute(
            description = "Requests and reads the node has not answered",
            type = AttributeType.SCALAR,
            gauge = true)
    public int getPending() {
        NodeStatus s = status();
        return s == null ? 0 : s.pending();
    }

    @ManagedAttribute(description = "Entries delivered", type = AttributeType.SCALAR)
    public long getDelivered() {
        NodeStatus s = status();
        return s == null ? 0 : s.delivered();
    }

    @ManagedAttribute(description = "Protocol messages sent", type = AttributeType.SCALAR)
    public long getMessagesSent() {
        NodeStatus s = status();
        return s == null ? 0 : s.messagesSent();
    }

    @ManagedAttribute(description = "Protocol messages received", type = AttributeType.SCALAR)
    public long getMessagesReceived() {
        NodeStatus s = status();
        return s == null ? 0 : s.messagesReceived();
    }

    @ManagedAttribute(
            description = "Messages dropped as stale, repeated or out of place",
            type = AttributeType.SCALAR)
    public long getMessagesDropped() {
        NodeStatus s = status();
        return s == null ? 0 : s.messagesDropped();
    }
}
