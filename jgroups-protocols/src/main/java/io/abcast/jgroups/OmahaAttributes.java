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

/**
 * The attributes and figures of {@link OMAHA}, which aggregates messages. Public because JGroups reads the attributes
 * and the figures by reflection.
 */
public abstract class OmahaAttributes extends CheckedProtocol {
    private static final long MICRO = 1_000;
    private static final OmahaSettings DEFAULTS = OmahaSettings.pledges();

    @Property(
            description =
                    "Rule that decides whether a message is held. pledges: an application of this process has pledged"
                            + " to send to the same member soon. algorithm_1: the rule of Mahamdi et al. 2023 as"
                            + " printed, with one pledge per application. time: every message is held for period."
                            + " none: no message is held. Default: pledges",
            writable = false)
    protected String aggregation = "pledges";

    @Property(
            description =
                    "Wait of the first message of a buffer, with aggregation time. Unit: us. Range: 1.. Default: 1000",
            writable = false)
    protected long period = 1_000;

    @Property(
            description =
                    "Maximum time that a message is held, whatever its sender allows. Unit: us. Range: 0.. Default:"
                            + " 1000",
            writable = false)
    protected long hold_max = 1_000;

    @Property(
            description =
                    "Time that messages keep waiting after the last pledge to their destination has ended; the sends"
                            + " that the pledge announced follow then. Unit: us. Range: 0.. Default: 200",
            writable = false)
    protected long grace = 200;

    @Property(
            description =
                    "Time after which a pledge that its application has not ended expires. Unit: ms. Range: 1.."
                            + " Default: 1000",
            type = AttributeType.TIME,
            writable = false)
    protected long pledge_timeout = DEFAULTS.pledgeTimeoutNanos() / 1_000_000;

    @Property(
            description =
                    "Maximum number of bytes held for one destination; a message that does not fit makes the messages"
                            + " before it leave. Unit: bytes. Range: 1.. Default: 32768 (32 KiB)",
            type = AttributeType.BYTES,
            writable = false)
    protected int bytes_max = DEFAULTS.bytesMax();

    @Property(
            description =
                    "Whether the messages of an application also wait for its own pledges; false: only for pledges of"
                            + " other applications. With aggregation pledges only. Default: true",
            writable = false)
    protected boolean own_pledges_count = DEFAULTS.ownPledgesCount();

    @Property(
            description =
                    "Whether the times that pledges state are corrected by the durations of earlier pledges. With"
                            + " aggregation pledges only. Default: true",
            writable = false)
    protected boolean learn_times = true;

    @Property(
            description =
                    "Probability that a message is held if its sender does not use the interface of OMAHA. Range: 0 to"
                            + " 1. Default: 0",
            writable = false)
    protected double plain_probability;

    @Property(
            description =
                    "Maximum increase of the mean latency by holding, over the instances whose end is reported. A"
                            + " controller then chooses the hold time, at most hold_max. 0: no controller; messages"
                            + " are held up to hold_max. Unit: %. Range: 0.. Default: 0",
            writable = false)
    protected double latency_bound;

    @Property(
            description =
                    "Number of instances of which one runs without holding, as a control for latency_bound. The same"
                            + " at all members. Range: 2.. Default: 16",
            writable = false)
    protected int control_every = 16;

    final HoldController controller() {
        if (latency_bound == 0) return null;
        return new HoldController(latency_bound / 100, control_every, hold_max * MICRO);
    }

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

    /** All figures that one call of {@code figure} reads are from one moment. */
    abstract <T> T figure(Function<OmahaFigures, T> of);

    @ManagedAttribute(
            description =
                    "Messages from the protocols above, without OOB messages, since the start",
            type = AttributeType.SCALAR)
    public long getApplicationMessages() {
        return figure(OmahaFigures::applicationMessages);
    }

    @ManagedAttribute(
            description =
                    "Messages handed to the protocols below since the start; a composite counts once",
            type = AttributeType.SCALAR)
    public long getNetworkMessages() {
        return figure(OmahaFigures::networkMessages);
    }

    @ManagedAttribute(
            description =
                    "Messages saved by aggregation since the start: messages that left with another one as one"
                            + " network message",
            type = AttributeType.SCALAR)
    public long getAggregatedMessages() {
        return figure(f -> f.applicationMessages() - f.networkMessages() - f.heldNow());
    }

    @ManagedAttribute(
            description =
                    "Fraction of the messages from above that aggregation has saved. Range: 0 to 1",
            type = AttributeType.SCALAR)
    public double getSaved() {
        return figure(OmahaFigures::saved);
    }

    @ManagedAttribute(
            description =
                    "Bytes of the messages from the protocols above, headers included, since the start",
            type = AttributeType.BYTES)
    public long getApplicationBytes() {
        return figure(OmahaFigures::applicationBytes);
    }

    @ManagedAttribute(
            description = "Messages that were held since the start",
            type = AttributeType.SCALAR)
    public long getHeldMessages() {
        return figure(OmahaFigures::heldMessages);
    }

    @ManagedAttribute(description = "Messages held now", type = AttributeType.SCALAR, gauge = true)
    public long getHeldNow() {
        return figure(OmahaFigures::heldNow);
    }

    @ManagedAttribute(description = "Bytes held now", type = AttributeType.BYTES, gauge = true)
    public long getBytesNow() {
        return figure(OmahaFigures::bytesNow);
    }

    @ManagedAttribute(
            description = "Flushes of held messages at their deadline since the start",
            type = AttributeType.SCALAR)
    public long getFlushesByDeadline() {
        return figure(OmahaFigures::flushesByDeadline);
    }

    @ManagedAttribute(
            description =
                    "Flushes of held messages because the next message did not fit, since the start",
            type = AttributeType.SCALAR)
    public long getFlushesByBytes() {
        return figure(OmahaFigures::flushesByBytes);
    }

    @ManagedAttribute(
            description = "Mean hold time of the held messages since the start, in microseconds",
            type = AttributeType.SCALAR)
    public double getHoldMean() {
        return figure(f -> f.heldMessages() == 0 ? 0.0 : f.holdNanos() / 1e3 / f.heldMessages());
    }

    @ManagedAttribute(
            description = "Longest hold time of a message since the start, in microseconds",
            type = AttributeType.SCALAR)
    public long getHoldLongest() {
        return figure(f -> f.holdMaxNanos() / MICRO);
    }

    @ManagedAttribute(
            description =
                    "Histogram of hold times since the start: 16=3 means that 3 messages were held for 16 microseconds"
                            + " or more and less than 32")
    public String getHoldTimes() {
        long[] holds = figure(OmahaFigures::holds);
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < holds.length; i++)
            if (holds[i] > 0)
                text.append(text.isEmpty() ? "" : " ").append(1L << i).append('=').append(holds[i]);
        return text.toString();
    }

    @ManagedAttribute(description = "Pledges made since the start", type = AttributeType.SCALAR)
    public long getPledges() {
        return figure(OmahaFigures::pledges);
    }

    @ManagedAttribute(description = "Pledges open now", type = AttributeType.SCALAR, gauge = true)
    public long getPledgesOpen() {
        return figure(OmahaFigures::pledgesOpen);
    }

    @ManagedAttribute(
            description = "Pledges that expired since the start",
            type = AttributeType.SCALAR)
    public long getPledgesExpired() {
        return figure(OmahaFigures::expiredPledges);
    }

    @ManagedAttribute(
            description =
                    "Leaked pledges since the start: pledges that expired and that their application"
                            + " has not ended after that either",
            type = AttributeType.SCALAR)
    public long getPledgesLeaked() {
        return figure(OmahaFigures::leakedPledges);
    }

    abstract HoldControl control();

    private <T> T control(Function<HoldControl, T> of, T none) {
        HoldControl control = control();
        return control == null ? none : of.apply(control);
    }

    @ManagedAttribute(
            description = "Hold time that the controller allows now, in microseconds",
            type = AttributeType.SCALAR,
            gauge = true)
    public long getControllerHold() {
        return control(HoldControl::holdMicros, 0L);
    }

    @ManagedAttribute(
            description =
                    "Increase of the mean latency by holding in the last comparison of the controller, in percent",
            type = AttributeType.SCALAR,
            gauge = true)
    public double getControllerAdded() {
        return control(HoldControl::addedPercent, 0.0);
    }

    @ManagedAttribute(
            description = "Comparisons that the controller has made since the start",
            type = AttributeType.SCALAR)
    public long getControllerWindows() {
        return control(HoldControl::windows, 0L);
    }

    @ManagedAttribute(
            description =
                    "Comparisons of the controller in which the increase of the latency exceeded latency_bound",
            type = AttributeType.SCALAR)
    public long getControllerWindowsOverBound() {
        return control(HoldControl::windowsOverBound, 0L);
    }

    @ManagedAttribute(
            description = "Instances whose end was reported to this member since the start",
            type = AttributeType.SCALAR)
    public long getInstances() {
        return control(HoldControl::instances, 0L);
    }

    @ManagedAttribute(
            description =
                    "Control instances since the start: instances that ran without holding any message",
            type = AttributeType.SCALAR)
    public long getControlInstances() {
        return control(HoldControl::controls, 0L);
    }
}
