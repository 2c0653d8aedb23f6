package io.abcast.sim;

import io.abcast.kernel.Zxid;
import java.util.Arrays;
import java.util.function.Consumer;
import java.util.regex.Pattern;

/**
 * The trace of a simulated run: a hash over all events and effects of nodes. If the trace has a sink, it also builds
 * one line of text for each event and effect.
 */
public final class Trace {
    enum Effect {
        SEND,
        APPEND,
        VOTE,
        TRUNCATE,
        READ_LOG,
        PURGE_LOG,
        PERSIST,
        DELIVER,
        REFUSE,
        READ_READY,
        RECONFIGURED,
        TAKE_SNAPSHOT,
        READ_SNAPSHOT,
        WRITE_SNAPSHOT,
        INSTALL_SNAPSHOT,
        SET_TIMER,
        CANCEL_TIMER,
        REPORT,
        HALT,
        KEEP_SNAPSHOT,
        SEND_TO_GROUP,
        DELIVER_TO_GROUP,
        ANSWER,
        READ_TAKEN
    }

    enum Input {
        START,
        SUBMIT,
        RECONFIGURE,
        READ,
        MESSAGE,
        SYNCED,
        PERSISTED,
        LOG_READ,
        SNAPSHOT_TAKEN,
        SNAPSHOT_READ,
        SNAPSHOT_WRITTEN,
        SNAPSHOT_INSTALLED,
        TIMER,
        REACHABLE,
        WITHDRAW,
        GROUP_MESSAGE,
        RESULT,
        RESTORED;

        String detail(long detail) {
            return switch (this) {
                case MESSAGE -> "from #" + detail;
                case GROUP_MESSAGE -> "from " + (detail >> 32) + "-" + (int) detail;
                case SUBMIT, RECONFIGURE, READ, WITHDRAW -> Long.toHexString(detail);
                case LOG_READ -> "after " + zxid(detail);
                default -> String.valueOf(detail);
            };
        }
    }

    private static final Pattern IDENTITY = Pattern.compile("\\[([BIJ])@[0-9a-f]+");

    private final Consumer<String> sink;

    /** The trace of the whole run, which alone computes the hash. */
    private final Trace whole;

    private final String prefix;

    private final int base;
    private long hash;
    private long events;

    /**
     * Creates the trace of a run.
     *
     * @param sink receives the lines of the trace; {@code null} if the trace builds no lines
     */
    public Trace(Consumer<String> sink) {
        this.sink = sink;
        whole = this;
        prefix = "#";
        base = 0;
    }

    private Trace(Trace whole, String prefix, int base) {
        sink = whole.sink;
        this.whole = whole;
        this.prefix = prefix;
        this.base = base;
    }

    /**
     * Returns the trace of one of several ensembles in the run.
     *
     * @param name text before the ids of the ensemble's members in the lines of the trace
     * @param first number of the ensemble's first member in the hash
     */
    public Trace of(String name, int first) {
        return new Trace(this, name, first);
    }

    /** Creates a trace that builds no lines and only computes the hash of the run. */
    public static Trace off() {
        return new Trace(null);
    }

    /** Hash over all events and effects of the run. */
    public long hash() {
        return hash;
    }

    /** Number of events and effects of the run so far. */
    public long events() {
        return events;
    }

    /** Whether the trace builds lines of text. */
    public boolean on() {
        return sink != null;
    }

    /** Adds an event of the member {@code id} to the hash of the run. */
    public void mix(long nanos, int id, int kind, long detail) {
        whole.add(nanos, base + id, kind, detail);
    }

    private void add(long nanos, int id, int kind, long detail) {
        events++;
        hash = (hash ^ nanos) * 0x9E3779B97F4A7C15L;
        hash =
                (hash ^ hash >>> 29 ^ detail ^ (long) kind << 56 ^ (long) id << 40)
                        * 0xBF58476D1CE4E5B9L;
    }

    /** Adds a line of text about the member {@code id} to the trace; 0 stands for the whole cluster. */
    public void line(long nanos, int id, String what, Object... details) {
        StringBuilder line = new StringBuilder(120);
        line.append(String.format("%12.6f ", nanos / 1e9))
                .append(id == 0 ? "--" : prefix + id)
                .append(' ')
                .append(what);
        for (Object detail : details) line.append(' ').append(text(detail));
        // Java's text of an array contains an identity hash, which differs from run to run and is
        // removed.
        sink.accept(IDENTITY.matcher(line).replaceAll("$1[]"));
    }

    static String zxid(long zxid) {
        return Zxid.toString(zxid);
    }

    private static String text(Object detail) {
        if (detail instanceof byte[] bytes) return bytes.length + "B";
        if (detail instanceof long[] longs) return Arrays.toString(longs);
        return String.valueOf(detail);
    }
}
