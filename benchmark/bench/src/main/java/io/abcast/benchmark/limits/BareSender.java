package io.abcast.benchmark.limits;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.HdrHistogram.Histogram;
import org.jgroups.Address;
import org.jgroups.JChannel;
import org.jgroups.Message;
import org.jgroups.Receiver;
import org.jgroups.util.MessageBatch;

/**
 * Sends every message over a JGroups stack to all receivers, as fast as the maximum number of unacknowledged messages
 * allows.
 */
final class BareSender implements Receiver {
    private static final long ANSWER_SECONDS = 20;

    private final JChannel channel;
    private final List<Address> receivers = new ArrayList<>();
    private final Map<Address, Integer> ranks = new HashMap<>();
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();

    // Highest message number that each receiver has acked, by rank of the receiver; guarded by
    // {@link #lock}.
    private final long[] acked;
    private final long[] cpuNanos;
    private long sent;
    private long quorumAcked;
    private long[] sentNanos = new long[0];
    private Histogram nanos = new Histogram(3);

    BareSender(JChannel channel) {
        this.channel = channel;
        for (Address member : channel.view().getMembers())
            if (!member.equals(channel.address())) receivers.add(member);
        for (Address receiver : receivers) ranks.put(receiver, ranks.size());
        acked = new long[receivers.size()];
        cpuNanos = new long[receivers.size()];
    }

    @Override
    public void receive(MessageBatch batch) {
        for (Message message : batch) receive(message);
    }

    @Override
    public void receive(Message message) {
        Integer rank = ranks.get(message.src());
        if (rank == null) return;
        long number = BareReceiver.number(message);
        lock.lock();
        try {
            if (message.getArray()[message.getOffset()] == BareReceiver.CPU)
                cpuNanos[rank] = number;
            else acked(rank, number);
            changed.signalAll();
        } finally {
            lock.unlock();
        }
    }

    private void acked(int rank, long through) {
        acked[rank] = Math.max(acked[rank], through);
        long[] sorted = acked.clone();
        Arrays.sort(sorted);
        // The sender and half of the receivers are a quorum, which has acked the message in the
        // middle of the sorted acks.
        long now = sorted[sorted.length - Math.max(1, sorted.length / 2)];
        long time = System.nanoTime();
        for (; quorumAcked < now; quorumAcked++)
            nanos.recordValue(time - sentNanos[slot(quorumAcked + 1)]);
    }

    private int slot(long message) {
        return (int) (message % sentNanos.length);
    }

    BareResult run(int window, int batch, int payloadBytes, double warmup, double seconds)
            throws IOException, InterruptedException {
        byte[] data = new byte[1 + batch * payloadBytes];
        data[0] = BareReceiver.DATA;
        lock.lock();
        try {
            sentNanos = new long[2 * window + 2];
        } finally {
            lock.unlock();
        }
        send(data, window, warmup);
        drain(0);
        lock.lock();
        try {
            nanos = new Histogram(3);
            Arrays.fill(cpuNanos, -1);
        } finally {
            lock.unlock();
        }
        toAll(new byte[] {BareReceiver.BEGIN});
        long begun = System.nanoTime();
        long cpuBefore = BareMember.cpuNanos();
        long before = sent;
        send(data, window, seconds);
        drain(0);
        double took = (System.nanoTime() - begun) / 1e9;
        double payloads = (double) (sent - before) * batch;
        double cpu = BareMember.cpuNanos() - cpuBefore;
        toAll(new byte[] {BareReceiver.END});
        double receiverCpu = awaitCpu();
        return new BareResult(
                receivers.size() + 1,
                window,
                batch,
                payloads / took,
                cpu / 1000 / payloads,
                receiverCpu / 1000 / payloads,
                nanos.getValueAtPercentile(50) / 1000.0,
                nanos.getValueAtPercentile(99) / 1000.0);
    }

    private void send(byte[] data, int window, double seconds)
            throws IOException, InterruptedException {
        long end = System.nanoTime() + (long) (seconds * 1e9);
        while (System.nanoTime() < end) {
            drain(window - 1);
            lock.lock();
            try {
                sent++;
                sentNanos[slot(sent)] = System.nanoTime();
            } finally {
                lock.unlock();
            }
            toAll(data);
        }
    }

    private void drain(int left) throws IOException, InterruptedException {
        lock.lock();
        try {
            while (sent - Arrays.stream(acked).min().orElse(sent) > left)
                if (!changed.await(ANSWER_SECONDS, TimeUnit.SECONDS))
                    throw new IOException("no ack within " + ANSWER_SECONDS + " s");
        } finally {
            lock.unlock();
        }
    }

    private double awaitCpu() throws IOException, InterruptedException {
        lock.lock();
        try {
            while (Arrays.stream(cpuNanos).anyMatch(c -> c < 0))
                if (!changed.await(ANSWER_SECONDS, TimeUnit.SECONDS))
                    throw new IOException("no figures within " + ANSWER_SECONDS + " s");
            return Arrays.stream(cpuNanos).average().orElse(Double.NaN);
        } finally {
            lock.unlock();
        }
    }

    private void toAll(byte[] bytes) {
        for (Address receiver : receivers) BareMember.send(channel, receiver, bytes);
    }
}
