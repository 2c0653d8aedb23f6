package io.abcast.jgroups;

import io.abcast.jgroups.camu.ServerLink;
import io.abcast.jgroups.health.Health;
import io.abcast.ordering.camu.PartitionMap;
import io.abcast.ordering.camu.PartitionStatus;
import java.util.List;
import java.util.Set;
import java.util.StringJoiner;
import java.util.TreeSet;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Function;
import javax.management.MBeanAttributeInfo;
import org.jgroups.annotations.ManagedAttribute;
import org.jgroups.annotations.ManagedOperation;
import org.jgroups.conf.AttributeType;
import org.jgroups.jmx.ResourceDMBean;

/**
 * The figures of {@link CAMU} for operators. A figure about partitions is a text such as {@code A=3 B=5}, with one
 * value for each replica of this server. The figures of {@link CAMU} may be some milliseconds old.
 *
 * <p><b>Thread rule:</b> any thread may call all methods.
 */
public abstract class CamuAttributes extends CamuSettings {
    abstract List<CamuReplica> replicas();

    abstract ServerLink link();

    abstract PartitionMap map();

    /** Returns the largest payload that a transaction may have, in bytes. */
    public final int payloadBytesMax() {
        return payload_bytes_max;
    }

    private String each(Function<CamuReplica, Object> figure) {
        StringJoiner text = new StringJoiner(" ");
        for (CamuReplica replica : replicas())
            text.add(replica.partition() + "=" + figure.apply(replica));
        return text.toString();
    }

    private String ofNode(Function<PartitionStatus, Object> figure) {
        return each(
                replica -> {
                    PartitionStatus status = replica.status();
                    return status == null ? "?" : figure.apply(status);
                });
    }

    @ManagedAttribute(
            description =
                    "Map from partition to role of this server's replica in the log: LEADING, FOLLOWING, or a phase before"
                            + " that; STOPPED if the replica does not run")
    public String getRole() {
        return each(replica -> replica.log().getRole());
    }

    @ManagedAttribute(
            description =
                    "Map from partition to whether requests are ordered at this server's replica")
    public String getActive() {
        return each(replica -> replica.log().established());
    }

    @ManagedAttribute(
            description =
                    "Map from partition to reason why requests are not ordered at this server's replica; ok while"
                            + " requests are ordered")
    public String getReason() {
        StringJoiner text = new StringJoiner("; ");
        for (CamuReplica replica : replicas()) {
            String reason = replica.log().reason();
            text.add(replica.partition() + ": " + (reason.isEmpty() ? "ok" : reason));
        }
        return text.toString();
    }

    @ManagedAttribute(
            description =
                    "Map from partition to server id of the leader of the present term; 0 before the first term")
    public String getLeader() {
        return ofNode(PartitionStatus::leader);
    }

    @ManagedAttribute(description = "Map from partition to number of the present term")
    public String getTerm() {
        return ofNode(PartitionStatus::term);
    }

    @ManagedAttribute(
            description =
                    "Map from partition to value of its clock: microseconds since 1970 times 256, plus a count")
    public String getClock() {
        return ofNode(PartitionStatus::clock);
    }

    @ManagedAttribute(
            description =
                    "Map from partition to time by which its clock is ahead of the clock of this server, in ms; negative"
                            + " if it is behind")
    public String getClockOffset() {
        return each(
                replica -> {
                    PartitionStatus status = replica.status();
                    return status == null ? "?" : replica.aheadMicros(status) / 1_000;
                });
    }

    @ManagedAttribute(
            description =
                    "Map from partition to number of deliveries in the order of the partition")
    public String getSeq() {
        return ofNode(PartitionStatus::seq);
    }

    @ManagedAttribute(
            description =
                    "Map from partition to transactions with one destination applied here since the start")
    public String getSingles() {
        return ofNode(PartitionStatus::singles);
    }

    @ManagedAttribute(
            description =
                    "Map from partition to transactions with several destinations for which it has imposed the timestamp"
                            + " (periodic broadcast), applied here since the start")
    public String getMultisImposed() {
        return ofNode(PartitionStatus::imposed);
    }

    @ManagedAttribute(
            description =
                    "Map from partition to transactions with several destinations for which it has voted (TO-Multicast),"
                            + " applied here since the start")
    public String getMultisVoted() {
        return ofNode(PartitionStatus::voted);
    }

    @ManagedAttribute(
            description =
                    "Map from partition to transactions with several destinations that are known and not delivered")
    public String getPending() {
        return ofNode(PartitionStatus::pending);
    }

    @ManagedAttribute(
            description =
                    "Map from partition to transactions submitted at this server's replica and not answered by all"
                            + " destinations")
    public String getOpen() {
        return ofNode(PartitionStatus::open);
    }

    @ManagedAttribute(
            description =
                    "Map from partition to number of other partitions on which it may impose timestamps")
    public String getLinksOn() {
        return ofNode(PartitionStatus::links);
    }

    @ManagedAttribute(
            description =
                    "Map from partition to links that its leader at this server has opened or closed by the setting"
                            + " links since the start")
    public String getLinkSwitches() {
        return ofNode(PartitionStatus::linkSwitches);
    }

    @ManagedAttribute(
            description =
                    "Link that the leader of each partition at this server has opened or closed last, with the reason")
    public String getLastLinkSwitch() {
        StringJoiner text = new StringJoiner("; ");
        for (CamuReplica replica : replicas()) {
            PartitionStatus status = replica.status();
            if (status != null && !status.lastLinkSwitch().isEmpty())
                text.add(replica.partition() + ": " + status.lastLinkSwitch());
        }
        return text.toString();
    }

    @ManagedAttribute(
            description =
                    "Map from partition to log entries without effect since the start, because their leader was deposed")
    public String getVoidEntries() {
        return ofNode(PartitionStatus::voidEntries);
    }

    @ManagedAttribute(
            description =
                    "Map from partition to received items without effect since the start, because the sending partition"
                            + " has not committed them; only with fast")
    public String getVoidItems() {
        return ofNode(PartitionStatus::voidItems);
    }

    @ManagedAttribute(
            description =
                    "Map from partition to transactions of this server's replica refused as busy since the start")
    public String getBusy() {
        return ofNode(PartitionStatus::busy);
    }

    @ManagedAttribute(
            description =
                    "Map from partition to messages sent by this server's replica since the start, besides those of its log")
    public String getMessagesSent() {
        return ofNode(PartitionStatus::messagesSent);
    }

    @ManagedAttribute(
            description =
                    "Map from partition to position of the last log entry taken by this server's replica")
    public String getDeliveredZxid() {
        return each(replica -> replica.log().getDeliveredZxid());
    }

    @ManagedAttribute(
            description =
                    "Map from partition to requests, reads and tasks submitted at this server's replica and not answered")
    public String getUnanswered() {
        return each(replica -> replica.log().getUnanswered());
    }

    @ManagedAttribute(
            description =
                    "Map from partition to server ids of its voters as far as this server knows")
    public String getVoters() {
        return each(
                replica -> {
                    StringJoiner ids = new StringJoiner(",");
                    for (int id : replica.members().voterIds()) ids.add(String.valueOf(id));
                    return ids;
                });
    }

    @ManagedAttribute(
            description =
                    "Health of this server: ok, or the active warnings of each replica, with advice")
    public String getHealth() {
        StringJoiner text = new StringJoiner("; ").setEmptyValue("ok");
        for (String warning : clockWarnings()) text.add("clock_ahead: " + warning);
        for (CamuReplica replica : replicas()) {
            for (Health.Active active : replica.log().warnings())
                text.add(
                        "%s: %s: %s"
                                .formatted(
                                        replica.partition(),
                                        active.warning().label(),
                                        active.text()));
        }
        return text.toString();
    }

    /** Returns the texts of the active warnings about partitions' clocks that are ahead of this server's clock. */
    public final List<String> clockWarnings() {
        return replicas().stream()
                .map(CamuReplica::clockWarning)
                .filter(text -> !text.isEmpty())
                .toList();
    }

    @ManagedOperation(
            description =
                    "Returns all attributes of the log of this server's replica of a partition, one a line")
    public String log(String partition) {
        for (CamuReplica replica : replicas())
            if (replica.partition().equals(partition)) return attributes(replica.log());
        return "expected one of " + each(CamuReplica::leads) + ", got " + partition;
    }

    private static String attributes(AbcastProtocol element) {
        StringJoiner text = new StringJoiner("\n");
        ResourceDMBean bean = new ResourceDMBean(element);
        Set<String> names = new TreeSet<>();
        for (MBeanAttributeInfo info : bean.getMBeanInfo().getAttributes())
            names.add(info.getName());
        for (String name : names) text.add(name + "=" + bean.getAttribute(name));
        return text.toString();
    }

    private long sum(Function<ServerLink, LongAdder> counter) {
        ServerLink running = link();
        return running == null ? 0 : counter.apply(running).sum();
    }

    @ManagedAttribute(description = "Server id of this process")
    public int getServerId() {
        return server_id;
    }

    @ManagedAttribute(
            description =
                    "Address of each server of the partitions, and of each other connected server; ? if the address"
                            + " is unknown")
    public String getAddresses() {
        ServerLink running = link();
        PartitionMap map = map();
        if (running == null || map == null) return "";
        Set<Integer> servers = new TreeSet<>();
        for (int group = 0; group < map.size(); group++)
            for (int id : map.replicas(group).ids()) servers.add(id);
        return running.addresses(servers);
    }

    @ManagedAttribute(description = "Highest frame version of each reachable server, as id=version")
    public String getWireVersions() {
        ServerLink running = link();
        return running == null ? "" : running.wireVersions();
    }

    @ManagedAttribute(description = "Frames sent since the start", type = AttributeType.SCALAR)
    public long getFramesSent() {
        return sum(link -> link.frames().framesSent);
    }

    @ManagedAttribute(
            description = "Bytes of the frames sent since the start",
            type = AttributeType.BYTES)
    public long getFrameBytesSent() {
        return sum(link -> link.frames().bytesSent);
    }

    @ManagedAttribute(description = "Frames received since the start", type = AttributeType.SCALAR)
    public long getFramesReceived() {
        return sum(link -> link.frames().framesReceived);
    }

    @ManagedAttribute(
            description = "Bytes of the frames received since the start",
            type = AttributeType.BYTES)
    public long getFrameBytesReceived() {
        return sum(link -> link.frames().bytesReceived);
    }

    @ManagedAttribute(
            description = "Messages between two replicas of this server since the start",
            type = AttributeType.SCALAR)
    public long getMessagesInside() {
        return sum(link -> link.internal);
    }

    @ManagedAttribute(
            description = "Malformed frames dropped since the start",
            type = AttributeType.SCALAR)
    public long getFramesMalformed() {
        return sum(link -> link.malformed);
    }

    @ManagedAttribute(
            description =
                    "Received frames dropped since the start because this server does not support their version",
            type = AttributeType.SCALAR)
    public long getFramesOfLaterVersion() {
        return sum(link -> link.laterVersion);
    }

    @ManagedAttribute(
            description =
                    "Received frames dropped since the start because their sender is not a known server",
            type = AttributeType.SCALAR)
    public long getFramesForeign() {
        return sum(link -> link.foreign);
    }

    @ManagedAttribute(
            description =
                    "Messages dropped since the start because this server holds no replica of their partition",
            type = AttributeType.SCALAR)
    public long getFramesMisdirected() {
        return sum(link -> link.misdirected);
    }

    @ManagedAttribute(
            description =
                    "Received frames dropped since the start because inbox_bytes_max was reached",
            type = AttributeType.SCALAR)
    public long getFramesOverflowed() {
        return sum(link -> link.overflowed);
    }

    @ManagedAttribute(
            description =
                    "Messages not sent since the start because the address of the server is unknown",
            type = AttributeType.SCALAR)
    public long getFramesUnaddressed() {
        return sum(link -> link.unaddressed);
    }

    @ManagedAttribute(
            description = "Frames refused by the protocols below since the start",
            type = AttributeType.SCALAR)
    public long getFramesUnsent() {
        return sum(link -> link.unsent);
    }
}
