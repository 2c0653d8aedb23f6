package io.abcast.jgroups.omaha;

import io.abcast.dissemination.omaha.HoldController;
import io.abcast.dissemination.omaha.InstanceTimes;
import io.abcast.kernel.Hold;
import io.abcast.kernel.MalformedFrameException;
import io.abcast.kernel.WireReader;
import io.abcast.kernel.WireWriter;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jgroups.BytesMessage;
import org.jgroups.Message;
import org.jgroups.util.TimeScheduler;

/**
 * Controls the hold times of {@code OMAHA}, which delays messages to send them together, so that the application's
 * latency stays bounded. Each member sends the latencies that it has measured to all other members. Since all
 * controllers have the same latencies, they compute the same hold time.
 *
 * <p><b>Thread rule:</b> any thread may call the methods of {@code HoldControl}.
 */
public final class HoldControl {
    private static final long SEND_MILLIS = 250;

    private final Consumer<Message> send;
    private final TimeScheduler timer;
    private final short protocolId;

    // Guarded by the lock of {@code HoldControl}.
    private final HoldController controller;
    private InstanceTimes unsent = InstanceTimes.NONE;
    private long instances;
    private long controls;

    /**
     * Makes a controller of hold times.
     *
     * @param send function that multicasts a message to all other members
     */
    public HoldControl(
            HoldController controller,
            Consumer<Message> send,
            TimeScheduler timer,
            short protocolId) {
        this.controller = controller;
        this.send = send;
        this.timer = timer;
        this.protocolId = protocolId;
    }

    /**
     * Returns the time for which {@code OMAHA} may hold a message, never longer than the sender of the message allows.
     *
     * @param instance number of the application's instance to which the message belongs; 0 if the message belongs to no
     *     instance
     */
    public synchronized Hold limited(Hold hold, long instance) {
        if (hold.never() || (instance != 0 && controller.isControl(instance))) return Hold.NEVER;
        long nanos = controller.holdNanos();
        return hold.timeoutNanos() <= nanos ? hold : new Hold(hold.probability(), nanos);
    }

    public synchronized boolean isControl(long instance) {
        return controller.isControl(instance);
    }

    public void completed(long instance, long latencyNanos) {
        boolean first;
        synchronized (this) {
            first = unsent.isEmpty();
            boolean control = controller.isControl(instance);
            unsent = unsent.with(Math.max(0, latencyNanos), control);
            instances++;
            if (control) controls++;
        }
        if (first) timer.schedule(this::send, SEND_MILLIS, TimeUnit.MILLISECONDS, true);
    }

    private void send() {
        WireWriter out = new WireWriter(32);
        synchronized (this) {
            unsent.write(out);
            controller.completed(unsent);
            unsent = InstanceTimes.NONE;
        }
        Message message = new BytesMessage(null, out.toByteArray());
        message.setFlag(Message.Flag.OOB, Message.Flag.NO_FC);
        message.setFlag(Message.TransientFlag.DONT_LOOPBACK);
        send.accept(message.putHeader(protocolId, new TimesHeader()));
    }

    /**
     * Passes the latencies of instances that have ended at another member to the controller.
     *
     * @throws MalformedFrameException if the message with the latencies is malformed
     */
    public void onTimes(Message message) {
        if (!message.hasArray() || message.getArray() == null)
            throw new MalformedFrameException("times: expected bytes, got none");
        WireReader in =
                new WireReader(message.getArray(), message.getOffset(), message.getLength());
        InstanceTimes times;
        try {
            times = InstanceTimes.read(in);
        } catch (IllegalArgumentException e) {
            throw new MalformedFrameException("times: " + e.getMessage());
        }
        in.end();
        synchronized (this) {
            controller.completed(times);
        }
    }

    public synchronized long holdMicros() {
        return controller.holdNanos() / 1_000;
    }

    public synchronized double addedPercent() {
        return 100 * controller.added();
    }

    public synchronized long windows() {
        return controller.windows();
    }

    public synchronized long windowsOverBound() {
        return controller.windowsOverBound();
    }

    public synchronized long instances() {
        return instances;
    }

    public synchronized long controls() {
        return controls;
    }
}
