package io.abcast.jgroups.camu;

import io.abcast.driver.Driver;
import io.abcast.driver.LoopEvent;
import io.abcast.kernel.Message;
import java.util.Arrays;
import org.jgroups.Address;

/**
 * Messages that one server has sent to one replica. The event loop of the replica handles all messages of one
 * {@code ReplicaInbound} as one event.
 */
final class ReplicaInbound implements LoopEvent {
    private final ServerLink link;
    private final HostedReplica replica;

    /**
     * The address of the server that sent the messages; {@code null} if another replica of this server has sent the
     * messages.
     */
    private final Address from;

    private ReplicaFrame[] frames = new ReplicaFrame[4];
    private int count;
    private long bytes;

    ReplicaInbound(ServerLink link, HostedReplica replica, Address from) {
        this.link = link;
        this.replica = replica;
        this.from = from;
    }

    HostedReplica replica() {
        return replica;
    }

    void add(ReplicaFrame frame, long frameBytes) {
        if (count == frames.length) frames = Arrays.copyOf(frames, 2 * count);
        frames[count++] = frame;
        bytes += frameBytes;
    }

    int count() {
        return count;
    }

    /**
     * Passes the received messages to the inbox of the receiving replica. The inbox may drop the messages if too many
     * bytes wait for the replica's event loop.
     */
    void post() {
        if (!replica.loop().inbox().postFrames(this, bytes)) link.overflowed.add(count);
    }

    @Override
    public void on(Driver driver) {
        int id = from == null ? link.self() : link.idAt(from);
        if (id == 0) {
            link.onStranger(from, count);
            return;
        }
        for (int i = 0; i < count; i++) {
            ReplicaFrame frame = frames[i];
            Message content = frame.content();
            switch (frame.sort()) {
                case LOG -> driver.onMessage(id, content);
                case GROUP -> replica.driver().onGroupMessage(frame.from(), id, content);
                case APPLICATION -> {
                    byte[] bytes = ((ApplicationMessage) content).bytes();
                    if (!driver.ended()) replica.application().onMessage(frame.from(), id, bytes);
                }
            }
        }
    }
}
