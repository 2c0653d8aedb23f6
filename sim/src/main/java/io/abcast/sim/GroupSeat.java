package io.abcast.sim;

import io.abcast.driver.Driver;
import io.abcast.driver.GroupDriver;
import io.abcast.driver.OtherGroups;
import io.abcast.driver.OtherMembers;
import io.abcast.driver.SnapshotWay;
import io.abcast.kernel.GroupEffects;
import io.abcast.kernel.GroupNode;
import io.abcast.kernel.Message;
import io.abcast.log.Storage;

/**
 * The part of a server process that only a replica of a group has: its {@link GroupDriver}, its state machine, and its
 * messages to the replicas of all groups.
 */
final class GroupSeat implements OtherGroups {
    private final Cluster cluster;
    private final SimulatedProcess life;
    private final GroupMachine machine;
    private final Wire wire;
    private final GroupDriver driver;

    private GroupNode node;

    GroupSeat(
            Cluster cluster,
            SimulatedProcess life,
            Storage storage,
            Callers callers,
            long seed,
            long random) {
        this.cluster = cluster;
        this.life = life;
        machine = new GroupMachine(cluster, life);
        wire = new Wire(cluster.around().codec());
        driver =
                new GroupDriver(
                        "#" + life.id(),
                        driven -> node(driven, seed),
                        storage,
                        machine,
                        callers,
                        random,
                        cluster.requestNanos(),
                        () -> cluster.around().wallMicros(life.id()),
                        () -> "");
    }

    private GroupNode node(GroupEffects driven, long seed) {
        ObservedEffects plain = new ObservedEffects(cluster, life, driven);
        GroupEffects observed = new ObservedGroupEffects(cluster, life, plain, driven);
        GroupSurroundings.Instance instance = cluster.around().create(life.id(), seed, observed);
        life.inhabit(plain, instance.probe());
        node = instance.node();
        return new ObservedGroupNode(cluster, life, node);
    }

    GroupDriver driver() {
        return driver;
    }

    Driver inner() {
        return driver.driver();
    }

    GroupMachine machine() {
        return machine;
    }

    GroupNode node() {
        return node;
    }

    void connect(OtherMembers members, SnapshotWay way) {
        driver.connect(members, way, this);
    }

    @Override
    public void send(int group, int server, Message message) {
        Message passed = wire.pass(message, cluster.groupWireVersion());
        if (wire.complaint() != null) cluster.breach(life.rank(), wire.complaint());
        if (passed == null) return;
        long departs = life.works(cluster.cpuNanos(message));
        cluster.around().send(life.id(), group, server, passed, message.wireBytes(), departs);
    }
}
