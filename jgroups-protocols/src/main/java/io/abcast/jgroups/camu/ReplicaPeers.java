package io.abcast.jgroups.camu;

import io.abcast.driver.OtherGroups;
import io.abcast.driver.OtherMembers;
import io.abcast.jgroups.camu.ReplicaFrame.Sort;
import io.abcast.kernel.Membership;
import io.abcast.kernel.Message;

/**
 * The other replicas of a partition, as one replica sees them.
 *
 * <p><b>Thread rule:</b> the event loop of the replica calls the methods of {@code ReplicaPeers}; any thread may call
 * {@link #members}.
 */
final class ReplicaPeers implements OtherMembers, OtherGroups {
    private final ServerLink link;
    private final int group;
    private volatile Membership members;

    ReplicaPeers(ServerLink link, int group, Membership founders) {
        this.link = link;
        this.group = group;
        members = founders;
    }

    Membership members() {
        return members;
    }

    @Override
    public void send(int to, Message message) {
        link.send(Sort.LOG, group, group, to, message);
    }

    @Override
    public void send(int toGroup, int server, Message message) {
        link.send(Sort.GROUP, toGroup, group, server, message);
    }

    @Override
    public void onMembership(Membership now) {
        members = now;
    }

    @Override
    public void onEnd() {
        // A server announces its own end to other servers, so the replicas of the server do not
        // announce their ends.
    }

    @Override
    public void onTick(long nowNanos) {
        // The roster of the server repeats hellos to other servers, so a replica repeats no hello.
    }
}
