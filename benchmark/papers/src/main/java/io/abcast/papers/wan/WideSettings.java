package io.abcast.papers.wan;

import io.abcast.kernel.Interference;
import io.abcast.kernel.Keys;
import io.abcast.ordering.epaxos.EpaxosConfig;
import io.abcast.ordering.log.LogConfig;
import java.nio.charset.StandardCharsets;

/**
 * Settings of the sites of a run.
 *
 * @param epaxos settings of the nodes
 * @param interference which requests interfere
 * @param queueBytesMax maximum number of bytes that wait for a destination at a site; at the maximum the site refuses
 *     requests
 * @param overlays overlays that carry the payloads; {@code null}: the nodes send payloads directly
 */
public record WideSettings(
        EpaxosConfig epaxos, Interference interference, long queueBytesMax, WideOverlays overlays) {
    private static final long MILLI = 1_000_000;

    /**
     * Maximum number of open instances. No run reaches this number, so that each instance has only one request. An
     * instance with several requests would wait for the slowest of their payloads, which may travel over different
     * overlays. A vote acknowledges all payloads of an instance at once. So the faster overlays would seem late, and
     * FOREST would suspend them.
     */
    private static final int WINDOW = 4096;

    /** The default of {@code relay_queue_bytes_max}, in bytes. */
    private static final long QUEUE_BYTES_MAX = 4 << 20;

    /** The first eight bytes of a request are its key. */
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
     * The default settings of the nodes, except for the window, the retry interval and the election timeout. The two
     * times are longer than a round trip with full queues. Each request has a key of its own.
     */
    public static WideSettings distinctKeys() {
        LogConfig log =
                LogConfig.defaults()
                        .window(WINDOW)
                        .electionTimeoutNanos(5_000 * MILLI)
                        .retryNanos(2_000 * MILLI);
        return new WideSettings(EpaxosConfig.of(log), FIRST_BYTES, QUEUE_BYTES_MAX, null);
    }

    /** The default settings of the nodes. Either all requests interfere, or each request has a key of its own. */
    public static WideSettings defaults(boolean isAllInterfering) {
        return new WideSettings(
                EpaxosConfig.of(LogConfig.defaults()),
                isAllInterfering ? Interference.ALL : FIRST_BYTES,
                QUEUE_BYTES_MAX,
                null);
    }

    /** The same settings with overlays. */
    public WideSettings over(WideOverlays carriers) {
        return new WideSettings(epaxos, interference, queueBytesMax, carriers);
    }
}
