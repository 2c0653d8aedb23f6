package io.abcast.uplinks;

import io.abcast.load.hosts.HostPlan;
import io.abcast.load.hosts.Traffic;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicLongArray;
import org.jgroups.BytesMessage;
import org.jgroups.JChannel;
import org.jgroups.Message;
import org.jgroups.Receiver;

/**
 * Sends the multicasts of one host, and counts the multicasts that the host delivers. JGroups must deliver the
 * multicasts of each sender in the order of sending.
 */
final class MulticastTraffic extends Traffic implements Receiver {
    private static final int WAITING_BYTES_MAX = 8 << 20;

    private final JChannel channel;
    private final HostPlan plan;
    private final BlockingQueue<byte[]> waiting;
    private final AtomicLongArray delivered;
    private final AtomicLongArray last;

    private final AtomicLong disordered = new AtomicLong();
    private volatile Exception failure;

    MulticastTraffic(JChannel channel, HostPlan plan) {
        super(plan);
        this.channel = channel;
        this.plan = plan;
        waiting = new ArrayBlockingQueue<>(Math.max(1, WAITING_BYTES_MAX / plan.payloadBytes()));
        delivered = new AtomicLongArray(plan.hosts());
        last = new AtomicLongArray(plan.hosts());
        channel.setReceiver(this);
        Thread sender = new Thread(this::sendAll, "sender");
        sender.setDaemon(true);
        sender.start();
    }

    private void sendAll() {
        try {
            while (true) channel.send(new BytesMessage(null, waiting.take()));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (Exception e) {
            // Remember the exception; the next call of {@code send} throws it.
            failure = e;
        }
    }

    @Override
    public boolean isReady() {
        return ShippedMember.isComplete(channel, plan);
    }

    @Override
    public String state() {
        return String.valueOf(channel.getView());
    }

    @Override
    protected String figures() {
        return ShippedMember.figures(channel);
    }

    @Override
    public void close() {
        channel.close();
    }

    @Override
    protected boolean send(byte[] payload) {
        if (failure != null) throw new IllegalStateException("the channel has ended", failure);
        return waiting.offer(payload);
    }

    @Override
    public void receive(Message message) {
        byte[] payload = message.getPayload();
        int host = host(payload);
        long number = number(payload);
        if (number != last.getAndSet(host, number) + 1) disordered.incrementAndGet();
        delivered.incrementAndGet(host);
        finished(payload);
    }

    /** The number of multicasts delivered out of order, then for each host the number of its delivered multicasts. */
    @Override
    protected String counts() {
        StringBuilder text = new StringBuilder("0 " + disordered);
        for (int i = 0; i < delivered.length(); i++) text.append(' ').append(delivered.get(i));
        return text.toString();
    }
}
