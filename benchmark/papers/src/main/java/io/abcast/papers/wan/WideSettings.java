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
 * @param queueBytesMax bytes that may wait for each destination at a site; more requests are refused meanwhile
 * @param overlays carry the payloads; {@code null}: the nodes send them directly
 */
public record WideSettings(
        EpaxosConfig epaxos, Interference interference, long queueBytesMax, WideOverlays overlays) {
    private static final long MILLI = 1_000_000;

    /**
     * More instances than are ever open, so that none has two requests. Each payload has an overlay of its own, and an
     * instance waits for the slowest of its payloads. A vote acknowledges all of them at once, so the fast overlays of a
     * batch would seem late, and be suspended.
     */
    private static final int WINDOW = 4096;

    /** As the default of {@code relay_queue_bytes_max}. */
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
     * The defaults of the nodes, except for the window, and for two times: a retry interval and an election timeout that
     * are longer than a round trip with full queues. Each request has a key of its own.
     */
    public static WideSettings distinctKeys() {
        LogConfig log =
                LogConfig.defaults()
                        .window(WINDOW)
                        .electionTimeoutNanos(5_000 * MILLI)
                        .retryNanos(2_000 * MILLI);
        return new WideSettings(EpaxosConfig.of(log), FIRST_BYTES, QUEUE_BYTES_MAX, null);
    }

    /** The defaults of the nodes. Either all requests interfere, or each has a key of its own. */
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
