package io.abcast.papers.wan;

import io.abcast.kernel.Interference;
import io.abcast.kernel.Keys;
import io.abcast.ordering.epaxos.EpaxosConfig;
import io.abcast.ordering.log.LogConfig;
import java.nio.charset.StandardCharsets;

/**
 * Settings of the sites of a run.
 *
 * @param epaxos settings of the EPaxos nodes
 * @param interference rule that says which requests interfere
 * @param queueBytesMax maximum number of bytes that wait at a site for one destination; above this number the site
 *     refuses requests
 * @param overlays overlays that carry the payloads; if {@code null}, the EPaxos nodes send payloads directly
 */
public record WideSettings(
        EpaxosConfig epaxos, Interference interference, long queueBytesMax, WideOverlays overlays) {
    private static final long MILLI = 1_000_000;

    /**
     * Large enough that each instance has one request, because one vote would acknowledge payloads on different
     * overlays.
     */
    private static final int WINDOW = 4096;

    /** The default of the attribute {@code relay_queue_bytes_max} of FOREST, in bytes. */
    private static final long QUEUE_BYTES_MAX = 4 << 20;

    private static final Interference FIRST_BYTES =
            new Interference() {
                @Override
                public String name() {
                    return "first bytes";
                }

                @Override
                public int version() {
                    return 1;
                }

                @Override
                public Keys keys(byte[] payload) {
                    return Keys.writing(new String(payload, 0, 8, StandardCharsets.ISO_8859_1));
                }
            };

    /**
     * The default settings of the EPaxos nodes, except for the window, the retry interval and the election timeout. The
     * retry interval and the election timeout are longer here than a round trip with full queues.
     */
    public static WideSettings distinctKeys() {
        LogConfig log =
                LogConfig.defaults()
                        .window(WINDOW)
                        .electionTimeoutNanos(5_000 * MILLI)
                        .retryNanos(2_000 * MILLI);
        return new WideSettings(EpaxosConfig.of(log), FIRST_BYTES, QUEUE_BYTES_MAX, null);
    }

    /**
     * The default settings of the EPaxos nodes. Either all requests interfere, or each request has a key of its own.
     */
    public static WideSettings defaults(boolean isAllInterfering) {
        return new WideSettings(
                EpaxosConfig.of(LogConfig.defaults()),
                isAllInterfering ? Interference.ALL : FIRST_BYTES,
                QUEUE_BYTES_MAX,
                null);
    }

    /** Returns a copy of these settings with the given overlays in place of its own. */
    public WideSettings over(WideOverlays carriers) {
        return new WideSettings(epaxos, interference, queueBytesMax, carriers);
    }
}
