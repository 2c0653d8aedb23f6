package io.abcast.jgroups.forest;

import io.abcast.dissemination.forest.node.ControllerSettings;
import io.abcast.dissemination.forest.node.ForestSettings;
import java.net.InetSocketAddress;

/**
 * Settings of a {@link ForestDriver}, which runs {@code FOREST} at one member.
 *
 * @param frames address at which the driver accepts frame connections; port 0 stands for any free port
 * @param connections number of frame connections to each other member, 1 to {@link #CONNECTIONS_MAX}
 */
public record ForestConfig(
        InetSocketAddress frames,
        int connections,
        ForestSettings node,
        ControllerSettings controller) {
    /** Maximum value of the setting {@link #connections}. */
    public static final int CONNECTIONS_MAX = ConnectionHello.CONNECTIONS_MAX;

    /**
     * Before the source gives up a frame, this many members, source included, must have it; more would let a stopped
     * member delay a small group.
     */
    private static final int QUORUM = 2;

    /**
     * At this number of waiting frames for a destination, further frames wait in the FOREST node, which chooses the
     * order of sending.
     */
    private static final int LINK_FRAMES = 2;

    /**
     * Returns the settings of a FOREST node that delivers multicasts and does not keep the multicasts for other
     * members.
     *
     * @throws IllegalArgumentException if a setting is out of its range
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
