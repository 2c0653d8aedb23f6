package io.abcast.jgroups;

import io.abcast.dissemination.omaha.Aggregation;
import io.abcast.dissemination.omaha.HoldController;
import io.abcast.dissemination.omaha.OmahaFigures;
import io.abcast.dissemination.omaha.OmahaSettings;
import io.abcast.jgroups.omaha.HoldControl;
import java.util.Arrays;
import java.util.Locale;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jgroups.annotations.ManagedAttribute;
import org.jgroups.annotations.Property;
import org.jgroups.conf.AttributeType;

/** The attributes of {@link OMAHA}, and its figures. Public because JGroups reads both by reflection. */
public abstract class OmahaAttributes extends CheckedProtocol {
    private static final long MICRO = 1_000;
    private static final OmahaSettings DEFAULTS = OmahaSettings.pledges();

    @Property(
            description =
                    "What decides that a message is held. pledges: somebody on this node has"
                            + " pledged to send to the same member soon. algorithm_1: the same as"
                            + " Mahamdi et al. 2023 print it, one pledge per application. time: every"
                            + " message, for period. none: nothing. Default: pledges",
            writable = false)
    protected String aggregation = "pledges";

    @Property(
            description =
                    "With time: how long the first message of a buffer waits. Unit: us. Range: 1.."
                            + " Default: 1000",
            writable = false)
    protected long period = 1_000;

    @Property(
            description =
                    "No message is held longer, whatever its sender allows. Unit: us. Range: 0.."
                            + " Default: 1000",
            writable = false)
    protected long hold_max = 1_000;

    @Property(
            description =
                    "How long messages wait on when the last pledge to their destination has ended,"
                            + " for the sends that keep it come next. Unit: us. Range: 0.. Default:"
                            + " 200",
            writable = false)
    protected long grace = 200;

    @Property(
            description =
                    "A pledge that nobody ended is forgotten after this time. Unit: ms. Range: 1.."
                            + " Default: 1000",
            type = AttributeType.TIME,
            writable = false)
    protected long pledge_timeout = DEFAULTS.pledgeTimeoutNanos() / 1_000_000;

    @Property(
            description =
                    "The most that is held for one destination; a message that does not fit makes"
                            + " those before it leave. Unit: bytes. Range: 1.. Default: 32768 (32 KiB)",
            type = AttributeType.BYTES,
            writable = false)
    protected int bytes_max = DEFAULTS.bytesMax();

    @Property(
            description =
                    "Whether an application's messages wait for its own pledges as well, not only"
                            + " for those of others. With pledges only. Default: true",
            writable = false)
    protected boolean own_pledges_count = DEFAULTS.ownPledgesCount();

    @Property(
            description =
                    "Whether the times that pledges state are corrected by how long those before them have lasted. With pledges"
                            + " only. Default: true",
            writable = false)
    protected boolean learn_times = true;

    @Property(
            description =
                    "Probability that a message is held whose sender knows nothing of holding."
                            + " Range: 0 to 1. Default: 0",
            writable = false)
    protected double plain_probability;

    @Property(
            description =
                    "What holding may add to the mean latency of instances whose end is reported, in percent; a controller then"
                            + " chooses how long messages may be held, hold_max at most. 0: no controller, hold_max holds."
                            + " Range: 0.. Default: 0",
            writable = false)
    protected double latency_bound;

    @Property(
            description =
                    "With latency_bound: one instance of so many runs unheld, to compare with. The same at all"
                            + " members. Range: 2.. Default: 16",
            writable = false)
    protected int control_every = 16;

    /** {@code null}: none is wanted. */
    final HoldController controller() {
        if (latency_bound == 0) return null;
        return new HoldController(latency_bound / 100, control_every, hold_max * MICRO);
    }

    /**
     * @throws IllegalArgumentException that says what was expected
     */
    final OmahaSettings settings() {
        Aggregation what =
                Arrays.stream(Aggregation.values())
                        .filter(a -> name(a).equals(aggregation))
                        .findAny()
                        .orElseThrow(
                                () ->
                                        wrong(
                                                "aggregation",
                                                "one of "
                                                        + Arrays.stream(Aggregation.values())
                                                                .map(OmahaAttributes::name)
                                                                .collect(Collectors.joining(", ")),
                                                aggregation));
        atLeast("period", period, 1);
        atLeast("hold_max", hold_max, 0);
        atLeast("grace", grace, 0);
        atLeast("pledge_timeout", pledge_timeout, 1);
        atLeast("bytes_max", bytes_max, 1);
        if (!(plain_probability >= 0 && plain_probability <= 1))
            throw wrong("plain_probability", "0 to 1", plain_probability);
        if (!(latency_bound >= 0)) throw wrong("latency_bound", "0 or more", latency_bound);
        atLeast("control_every", control_every, 2);
        if (what == Aggregation.ALGORITHM_1)
            return OmahaSettings.algorithm1().withHoldMaxNanos(hold_max * MICRO);
        return new OmahaSettings(
                what,
                period * MICRO,
                pledge_timeout * 1_000_000,
                bytes_max,
                hold_max * MICRO,
                grace * MICRO,
                own_pledges_count,
                learn_times);
    }

    private static String name(Aggregation aggregation) {
        return aggregation.name().toLowerCase(Locale.ROOT);
    }

    /** A consistent look at the figures. */
    abstract <T> T figure(Function<OmahaFigures, T> of);

    @ManagedAttribute(
            description = "Messages handed in by the protocols above, OOB messages not counted",
            type = AttributeType.SCALAR)
    public long getApplicationMessages() {
        return figure(OmahaFigures::applicationMessages);
    }

    @ManagedAttribute(
            description = "Messages handed to the protocols below, composites counted once",
            type = AttributeType.SCALAR)
    public long getNetworkMessages() {
        return figure(OmahaFigures::networkMessages);
    }

    @ManagedAttribute(
            description = "Messages that have left with another one, as one message of the network",
            type = AttributeType.SCALAR)
    public long getAggregatedMessages() {
        return figure(f -> f.applicationMessages() - f.networkMessages() - f.heldNow());
    }

    @ManagedAttribute(
            description = "Messages saved, of those handed in: 0 to 1",
            type = AttributeType.SCALAR)
    public double getSaved() {
        return figure(OmahaFigures::saved);
    }

    @ManagedAttribute(description = "Bytes handed in, headers included", type = AttributeType.BYTES)
    public long getApplicationBytes() {
        return figure(OmahaFigures::applicationBytes);
    }

    @ManagedAttribute(description = "Messages that were held", type = AttributeType.SCALAR)
    public long getHeldMessages() {
        return figure(OmahaFigures::heldMessages);
    }

    @ManagedAttribute(description = "Messages that wait", type = AttributeType.SCALAR, gauge = true)
    public long getHeldNow() {
        return figure(OmahaFigures::heldNow);
    }

    @ManagedAttribute(description = "Bytes that wait", type = AttributeType.BYTES, gauge = true)
    public long getBytesNow() {
        return figure(OmahaFigures::bytesNow);
    }

    @ManagedAttribute(
            description = "Times that messages left because they had waited long enough",
            type = AttributeType.SCALAR)
    public long getFlushesByDeadline() {
        return figure(OmahaFigures::flushesByDeadline);
    }

    @ManagedAttribute(
            description = "Times that messages left because the next one did not fit",
            type = AttributeType.SCALAR)
    public long getFlushesByBytes() {
        return figure(OmahaFigures::flushesByBytes);
    }

    @ManagedAttribute(
            description = "Mean wait of the messages that were held, in microseconds",
            type = AttributeType.SCALAR)
    public double getHoldMean() {
        return figure(f -> f.heldMessages() == 0 ? 0.0 : f.holdNanos() / 1e3 / f.heldMessages());
    }

    @ManagedAttribute(
            description = "The longest wait of a message, in microseconds",
            type = AttributeType.SCALAR)
    public long getHoldLongest() {
        return figure(f -> f.holdMaxNanos() / MICRO);
    }

    @ManagedAttribute(
            description =
                    "How many messages waited how long: from this many microseconds up to twice as"
                            + " many, 16=3 32=7")
    public String getHoldTimes() {
        long[] holds = figure(OmahaFigures::holds);
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < holds.length; i++)
            if (holds[i] > 0)
                text.append(text.isEmpty() ? "" : " ").append(1L << i).append('=').append(holds[i]);
        return text.toString();
    }

    @ManagedAttribute(description = "Pledges made", type = AttributeType.SCALAR)
    public long getPledges() {
        return figure(OmahaFigures::pledges);
    }

    @ManagedAttribute(description = "Pledges open", type = AttributeType.SCALAR, gauge = true)
    public long getPledgesOpen() {
        return figure(OmahaFigures::pledgesOpen);
    }

    @ManagedAttribute(
            description = "Pledges that reached the end of their life",
            type = AttributeType.SCALAR)
    public long getPledgesExpired() {
        return figure(OmahaFigures::expiredPledges);
    }

    @ManagedAttribute(description = "Pledges that nobody ever ended", type = AttributeType.SCALAR)
    public long getPledgesLeaked() {
        return figure(OmahaFigures::leakedPledges);
    }

    /** {@code null}: there is none, or it has not started. */
    abstract HoldControl control();

    private <T> T control(Function<HoldControl, T> of, T none) {
        HoldControl control = control();
        return control == null ? none : of.apply(control);
    }

    @ManagedAttribute(
            description = "How long the controller lets messages wait, in microseconds",
            type = AttributeType.SCALAR,
            gauge = true)
    public long getControllerHold() {
        return control(HoldControl::holdMicros, 0L);
    }

    @ManagedAttribute(
            description =
                    "What holding has added to the mean latency, as the controller saw it last, in percent",
            type = AttributeType.SCALAR,
            gauge = true)
    public double getControllerAdded() {
        return control(HoldControl::addedPercent, 0.0);
    }

    @ManagedAttribute(
            description = "Times that the controller has compared",
            type = AttributeType.SCALAR)
    public long getControllerWindows() {
        return control(HoldControl::windows, 0L);
    }

    @ManagedAttribute(
            description = "Of these, those in which more was added than latency_bound",
            type = AttributeType.SCALAR)
    public long getControllerWindowsOverBound() {
        return control(HoldControl::windowsOverBound, 0L);
    }

    @ManagedAttribute(
            description = "Instances whose end was reported here",
            type = AttributeType.SCALAR)
    public long getInstances() {
        return control(HoldControl::instances, 0L);
    }

    @ManagedAttribute(
            description = "Of these, those that ran unheld, to compare with",
            type = AttributeType.SCALAR)
    public long getControlInstances() {
        return control(HoldControl::controls, 0L);
    }
}
