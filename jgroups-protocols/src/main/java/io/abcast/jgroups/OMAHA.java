package io.abcast.jgroups;

import io.abcast.dissemination.omaha.HoldController;
import io.abcast.dissemination.omaha.Omaha;
import io.abcast.dissemination.omaha.OmahaFigures;
import io.abcast.dissemination.omaha.OmahaSettings;
import io.abcast.dissemination.omaha.Outlet;
import io.abcast.dissemination.omaha.PledgeHandle;
import io.abcast.jgroups.omaha.CompositeCodec;
import io.abcast.jgroups.omaha.CompositeHeader;
import io.abcast.jgroups.omaha.HoldControl;
import io.abcast.jgroups.omaha.HoldableMessage;
import io.abcast.jgroups.omaha.PledgeTaker;
import io.abcast.jgroups.omaha.TimesHeader;
import io.abcast.kernel.Hold;
import io.abcast.kernel.MalformedFrameException;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jgroups.Address;
import org.jgroups.Event;
import org.jgroups.Header;
import org.jgroups.Message;
import org.jgroups.View;
import org.jgroups.annotations.MBean;
import org.jgroups.annotations.ManagedAttribute;
import org.jgroups.annotations.ManagedOperation;
import org.jgroups.conf.AttributeType;
import org.jgroups.conf.ClassConfigurator;
import org.jgroups.protocols.FcHeader;
import org.jgroups.protocols.MFC;
import org.jgroups.protocols.UFC;
import org.jgroups.util.MessageBatch;
import org.jgroups.util.SuppressLog;
import org.jgroups.util.TimeScheduler;
import org.jgroups.util.Util;

/**
 * Holds messages to a member and sends them together, by the aggregation algorithm OMAHA (Mahamdi et al., 2023). {@code
 * OMAHA} holds a message for a member if an application of this stack has pledged to send to that member soon. When the
 * application sends the pledged message, {@code OMAHA} sends the held message and the pledged message together as one
 * composite. In a JGroups stack, place {@code OMAHA} above UNICAST3 and NAKACK2. Every member of the group needs {@code
 * OMAHA}, because a member without {@code OMAHA} does not understand composites.
 *
 * <pre>{@code <io.abcast.jgroups.OMAHA hold_max="1000"/>}</pre>
 *
 * <p>Applications find the protocol {@code OMAHA} of their stack with {@link #below}. The method {@link #below} also
 * works through FORK. A {@link HoldableMessage} states whether {@code OMAHA} may hold the message. {@code OMAHA} holds
 * a message of any other class than {@code HoldableMessage} with probability {@code plain_probability}. {@code OMAHA}
 * never holds OOB messages, nor messages with a flag that a protocol below has to see.
 *
 * <p><b>Thread rule:</b> any thread may call the methods of {@code OMAHA}. {@code OMAHA} sends messages down while it
 * holds a lock, so a blocked sending thread may delay others.
 */
@MBean(
        description =
                "OMAHA: holds messages for a member that an application has pledged to send to soon, and sends them"
                        + " together")
public final class OMAHA extends OmahaAttributes implements PledgeTaker {
    private static final long WARN_AGAIN_MS = 10_000;

    /**
     * Only messages without other flags are held: a protocol below has to see other flags, so such a message cannot be
     * in a composite.
     */
    private static final int HELD_FLAGS =
            Message.Flag.NO_FC.value() | Message.Flag.SERIALIZED.value();

    private static final AtomicLong APPLICATIONS = new AtomicLong();

    static {
        Registration.once();
    }

    private final ReentrantLock lock = new ReentrantLock();

    private final ArrayDeque<Message> outbox = new ArrayDeque<>();
    private Omaha<Address, Message> omaha;
    private long wakeNanos = Long.MAX_VALUE;
    private long networkBytes;

    private final LongAdder malformed = new LongAdder();
    private final LongAdder passed = new LongAdder();
    private final LongAdder views = new LongAdder();
    private final LongAdder creditFlushes = new LongAdder();
    private final short unicastCredits = ClassConfigurator.getProtocolId(UFC.class);
    private final short multicastCredits = ClassConfigurator.getProtocolId(MFC.class);
    private SuppressLog<Address> malformedLog;
    private Hold plain;
    private TimeScheduler timer;

    /** Adjusts the probability with which this member holds messages; {@code null} while no controller runs. */
    private volatile HoldControl control;

    /**
     * Finds the protocol {@code OMAHA} in the stack below a protocol, or in the stack of a channel, which may be a
     * ForkChannel.
     *
     * @param down function that sends an event down the stack: either {@code protocol.down(event)} of the protocol
     *     below, or {@code channel.down(event)}
     * @return the protocol {@code OMAHA}; {@code null} if the stack has no {@code OMAHA} below
     */
    public static OMAHA below(Consumer<Event> down) {
        return ProtocolFinder.below(down, OMAHA.class);
    }

    /** Returns a new number for an application that sends holdable messages, which is unique in this process. */
    public static long application() {
        return APPLICATIONS.incrementAndGet();
    }

    /**
     * Makes a message that {@code OMAHA} may hold. On the wire and for every other protocol, a holdable message is a
     * plain {@code BytesMessage}.
     *
     * @param app number of the sending application, from {@link #application}
     * @param instance number of the application's instance (unit of work whose latency is measured) to which the
     *     message belongs, equal at all members; 0 if the message has no instance; see {@link #isControl}
     */
    public static Message holdable(
            Address to, byte[] bytes, int offset, int length, Hold hold, long app, long instance) {
        return new HoldableMessage(to, bytes, offset, length, hold, app, instance);
    }

    @Override
    public void init() throws Exception {
        super.init();
        malformedLog = new SuppressLog<>(log);
        settings();
    }

    @Override
    public void start() throws Exception {
        super.start();
        OmahaSettings settings = settings();
        timer = getTransport().getTimer();
        HoldController controller = controller();
        control =
                controller == null ? null : new HoldControl(controller, down_prot::down, timer, id);
        plain = plain_probability == 0 ? Hold.NEVER : new Hold(plain_probability, Long.MAX_VALUE);
        SplittableRandom random = new SplittableRandom();
        lock.lock();
        try {
            omaha = new Omaha<>(settings, OMAHA::bytes, outlet(), random::nextDouble);
            networkBytes = 0;
            wakeNanos = Long.MAX_VALUE;
        } finally {
            lock.unlock();
        }
    }

    @Override
    public void stop() {
        try {
            act(o -> o.stop(System.nanoTime()));
        } finally {
            control = null;
            super.stop();
        }
    }

    private Outlet<Address, Message> outlet() {
        return (to, messages) -> {
            if (messages.size() == 1) {
                outbox.add(messages.get(0));
                return;
            }
            try {
                outbox.add(CompositeCodec.pack(to, local_addr, messages, id));
            } catch (IOException | RuntimeException e) {
                // If one message of a composite cannot be serialised, all its messages are sent
                // separately, so the error occurs as without OMAHA.
                outbox.addAll(messages);
            }
        };
    }

    /**
     * Makes a pledge: announces that an application expects to send soon to each of the members {@code to}.
     *
     * @param app number of the pledging application, from {@link #application}
     * @param to members to which the application expects to send; {@code null} stands for all members, by multicast
     * @param expectedNanos expected time until the application sends, in ns; 0 if unknown
     * @return a handle of the pledge for {@link #endPledge}; {@code null} if {@code OMAHA} has not started
     *     ({@code endPledge} also accepts {@code null})
     */
    @Override
    public PledgeHandle beginPledge(long app, Collection<Address> to, long expectedNanos) {
        PledgeHandle[] made = new PledgeHandle[1];
        act(o -> made[0] = o.beginPledge(app, to, expectedNanos, System.nanoTime()));
        return made[0];
    }

    /**
     * Ends a pledge, the announcement of an application that it will soon send. An application calls {@code endPledge}
     * before it sends the pledged messages, or when it decides not to send the pledged messages.
     */
    @Override
    public void endPledge(PledgeHandle pledge) {
        if (pledge != null) act(o -> o.close(pledge, System.nanoTime()));
    }

    /** Ends all pledges (announcements of sending) of an application. */
    @Override
    public void abort(long app) {
        act(o -> o.abort(app, System.nanoTime()));
    }

    /**
     * Returns whether an application's instance is a control instance, which serves to measure the latency without
     * {@code OMAHA}. {@code OMAHA} never holds messages of a control instance.
     */
    public boolean isControl(long instance) {
        HoldControl controlled = control;
        return controlled != null && controlled.isControl(instance);
    }

    /**
     * Reports that an instance of the application has ended at this member. {@code OMAHA} passes the latency of the
     * instance to the controllers of the hold probability at all members, see {@code latency_bound}.
     *
     * @param latencyNanos time from the beginning to the end of the instance, in ns
     */
    @Override
    public void completed(long instance, long latencyNanos) {
        HoldControl controlled = control;
        if (controlled != null) controlled.completed(instance, latencyNanos);
    }

    @ManagedOperation(description = "Sends all held messages now")
    public void flush() {
        act(o -> o.flushAll(System.nanoTime()));
    }

    private interface Act {
        void on(Omaha<Address, Message> omaha);
    }

    /**
     * If the protocols below refuse a message, {@code act} sends the remaining messages and then throws the first
     * exception.
     *
     * @return false if {@code act} did not run the action because {@code OMAHA} has not started
     */
    private boolean act(Act act) {
        lock.lock();
        try {
            if (omaha == null) return false;
            act.on(omaha);
            return true;
        } finally {
            try {
                if (omaha != null) emptyOutbox();
            } finally {
                lock.unlock();
            }
        }
    }

    private void emptyOutbox() {
        Throwable first = null;
        // A message from this member to itself loops back at once and may call act() within act();
        // the nested call empties the outbox.
        for (Message next = outbox.poll(); next != null; next = outbox.poll()) {
            try {
                networkBytes += bytes(next);
                down_prot.down(next);
            } catch (RuntimeException | Error e) {
                if (first == null) first = e;
                else first.addSuppressed(e);
            }
        }
        wakeUp();
        if (first instanceof Error e) throw e;
        if (first instanceof RuntimeException e) throw e;
    }

    private static int bytes(Message message) {
        Address from = message.getSrc();
        return from == null ? message.size() : message.size() - Util.size(from);
    }

    private void wakeUp() {
        long due = omaha.nextDeadlineNanos();
        if (due >= wakeNanos || timer == null) return;
        wakeNanos = due;
        long delay = Math.max(0, due - System.nanoTime());
        timer.schedule(() -> woken(due), delay, TimeUnit.NANOSECONDS, true);
    }

    private void woken(long due) {
        act(
                o -> {
                    if (wakeNanos == due) wakeNanos = Long.MAX_VALUE;
                    o.onTime(Math.max(due, System.nanoTime()));
                });
    }

    @Override
    public Object down(Event event) {
        switch (event.getType()) {
            case Event.USER_DEFINED -> {
                if (ProtocolFinder.answered(event, this)) return null;
            }
            case Event.VIEW_CHANGE -> onView(event.getArg());
            // On a disconnect, OMAHA must send held messages before the protocol GMS below leaves
            // the group.
            case Event.DISCONNECT -> flush();
            default -> {}
        }
        return down_prot.down(event);
    }

    @Override
    public Object up(Event event) {
        if (event.getType() == Event.VIEW_CHANGE) onView(event.getArg());
        return up_prot.up(event);
    }

    /** The protocol GMS holds a lock while it passes a view up, so a thread of the timer handles the view. */
    private void onView(View view) {
        Set<Address> members = new HashSet<>(view.getMembers());
        members.add(null);
        if (timer != null)
            timer.execute(
                    () -> {
                        act(o -> o.onView(members, System.nanoTime()));
                        views.increment();
                    },
                    true);
    }

    @Override
    public Object down(Message message) {
        Address to = message.dest();
        if (message.isFlagSet(Message.Flag.OOB)) {
            if (message.getNumHeaders() > 0) lookForCredits(message);
            return pass(message);
        }
        Address from = message.getSrc();
        if ((message.getFlags(false) & ~HELD_FLAGS) != 0
                || message.getFlags(true) != 0
                || !CompositeCodec.packs(message)
                || (from != null && !from.equals(local_addr))) {
            act(o -> o.flush(to, System.nanoTime()));
            return pass(message);
        }
        Hold hold = plain;
        long app = 0;
        long instance = 0;
        if (message instanceof HoldableMessage holdable) {
            hold = holdable.hold();
            app = holdable.app();
            instance = holdable.instance();
        }
        HoldControl controlled = control;
        Hold how = controlled == null ? hold : controlled.limited(hold, instance);
        long whose = app;
        return act(o -> o.send(to, message, how, whose, System.nanoTime())) ? null : pass(message);
    }

    /**
     * Sends held messages when a flow-control protocol above requests credits, because held messages may have used the
     * credits. A request of UFC concerns the messages to one member, of MFC the multicasts, of unknown protocols both.
     */
    private void lookForCredits(Message message) {
        Address to = message.dest();
        if (message.getHeader(unicastCredits) instanceof FcHeader) creditsAsked(to);
        else if (message.getHeader(multicastCredits) instanceof FcHeader) creditsAsked(null);
        else if (message.getHeaders().values().stream().anyMatch(h -> h instanceof FcHeader)) {
            creditsAsked(to);
            creditsAsked(null);
        }
    }

    private void creditsAsked(Address to) {
        creditFlushes.increment();
        act(o -> o.flush(to, System.nanoTime()));
    }

    private Object pass(Message message) {
        passed.increment();
        return down_prot.down(message);
    }

    @Override
    public Object up(Message message) {
        Header header = message.getHeader(id);
        if (header instanceof TimesHeader) {
            onTimes(message);
            return null;
        }
        if (!(header instanceof CompositeHeader)) return up_prot.up(message);
        List<Message> messages = unpack(message);
        if (!messages.isEmpty()) up_prot.up(batch(message, messages.size()).add(messages));
        return null;
    }

    @Override
    public void up(MessageBatch batch) {
        int composites = 0;
        boolean times = false;
        for (Message message : batch) {
            Header header = message.getHeader(id);
            if (header instanceof CompositeHeader) composites++;
            else if (header instanceof TimesHeader) {
                onTimes(message);
                times = true;
            }
        }
        if (times) batch.removeIf(message -> message.getHeader(id) instanceof TimesHeader, true);
        if (batch.isEmpty()) return;
        if (composites == 0) {
            up_prot.up(batch);
            return;
        }
        MessageBatch opened =
                new MessageBatch(
                        batch.dest(),
                        batch.sender(),
                        batch.clusterName(),
                        batch.multicast(),
                        batch.mode(),
                        batch.size() + 8 * composites);
        for (Message message : batch) {
            if (message.getHeader(id) instanceof CompositeHeader) opened.add(unpack(message));
            else opened.add(message);
        }
        if (!opened.isEmpty()) up_prot.up(opened);
    }

    private static MessageBatch batch(Message composite, int size) {
        return new MessageBatch(
                composite.dest(),
                composite.src(),
                null,
                composite.dest() == null,
                MessageBatch.Mode.REG,
                size);
    }

    private List<Message> unpack(Message message) {
        try {
            return CompositeCodec.unpack(message);
        } catch (MalformedFrameException e) {
            malformed(message, e);
            return List.of();
        }
    }

    private void onTimes(Message message) {
        HoldControl controlled = control;
        if (controlled == null) return;
        try {
            controlled.onTimes(message);
        } catch (MalformedFrameException e) {
            malformed(message, e);
        }
    }

    private void malformed(Message message, MalformedFrameException why) {
        malformed.increment();
        Address from = message.getSrc();
        malformedLog.warn(
                from,
                WARN_AGAIN_MS,
                "%s: dropped a message from %s: %s",
                getName(),
                from,
                why.getMessage());
    }

    @Override
    HoldControl control() {
        return control;
    }

    @Override
    <T> T figure(Function<OmahaFigures, T> of) {
        lock.lock();
        try {
            return of.apply(omaha == null ? new OmahaFigures() : omaha.figures());
        } finally {
            lock.unlock();
        }
    }

    @ManagedAttribute(
            description =
                    "Bytes of the messages handed to the protocols below since the start, with the headers present so"
                            + " far and the framing of composites",
            type = AttributeType.BYTES)
    public long getNetworkBytes() {
        lock.lock();
        try {
            return networkBytes;
        } finally {
            lock.unlock();
        }
    }

    @ManagedAttribute(
            description =
                    "Flushes of held messages because flow control requested credits, since the start",
            type = AttributeType.SCALAR)
    public long getFlushesForCredits() {
        return creditFlushes.sum();
    }

    @ManagedAttribute(
            description =
                    "Messages that were never held since the start: OOB messages, messages with flags that"
                            + " forbid composites, and messages with another sender",
            type = AttributeType.SCALAR)
    public long getPassedMessages() {
        return passed.sum();
    }

    @ManagedAttribute(
            description = "View changes since the start; each one flushes all held messages",
            type = AttributeType.SCALAR)
    public long getViews() {
        return views.sum();
    }

    @ManagedAttribute(
            description =
                    "Malformed composites and malformed latency reports dropped since the start",
            type = AttributeType.SCALAR)
    public long getMalformedComposites() {
        return malformed.sum();
    }
}
