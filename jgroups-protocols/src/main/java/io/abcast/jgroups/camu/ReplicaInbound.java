package io.abcast.jgroups.camu;

import io.abcast.driver.Driver;
import io.abcast.driver.LoopEvent;
import io.abcast.kernel.Message;
import java.util.Arrays;
import org.jgroups.Address;

/** Messages that one server has sent to one replica, whose event loop handles them as one event. */
final class ReplicaInbound implements LoopEvent {
    private final ServerLink link;
    private final HostedReplica replica;

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
