package io.abcast.jgroups.forest;

import io.abcast.dissemination.forest.node.ControllerSettings;
import io.abcast.dissemination.forest.node.ForestSettings;
import java.net.InetSocketAddress;

/**
 * Settings of a {@link ForestDriver}.
 *
 * @param frames address for frame connections; port 0 stands for any free port
 * @param connections connections to each other member, 1 to {@link #CONNECTIONS_MAX}
 */
public record ForestConfig(
        InetSocketAddress frames,
        int connections,
        ForestSettings node,
        ControllerSettings controller) {
    /** Maximum of {@link #connections}. */
    public static final int CONNECTIONS_MAX = ConnectionHello.CONNECTIONS_MAX;

    /**
     * Members, the source included, that must hold a frame before other members get late frames, and before the frame
     * may be given up at the bound of the bytes in flight. Above 2, one stopped member would hold up a small group.
     */
    private static final int QUORUM = 2;

    /** Frames for one destination that are with a connection; the others wait in the node, which orders them. */
    private static final int LINK_FRAMES = 2;

    /**
     * The settings of a node that only delivers multicasts.
     *
     * @throws IllegalArgumentException if a value is out of its range
     */
    public static ForestSettings node(
            int frameBytesMax,
            int inlineBytesMax,
            int relayQueueBytesMax,
            int connections,
            long planLifetimeNanos) {
        ForestSettings d = ForestSettings.defaults(false, QUORUM);
        return new ForestSettings(
                d.keeps(),
                d.quorum(),
                frameBytesMax,
                inlineBytesMax,
                d.payloadBytesMax(),
                d.ownBytesMax(),
                relayQueueBytesMax,
                d.bufferBytesMax(),
                LINK_FRAMES * connections,
                d.tickNanos(),
                d.lateMinNanos(),
                d.lateFirstNanos(),
                d.lateMaxNanos(),
                d.probeNanos(),
                d.probeMaxNanos(),
                planLifetimeNanos);
    }
}
