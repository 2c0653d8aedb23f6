package io.abcast.benchmark.limits;

import java.nio.ByteBuffer;
import org.jgroups.Address;
import org.jgroups.BytesMessage;
import org.jgroups.JChannel;
import org.jgroups.Message;
import org.jgroups.Receiver;
import org.jgroups.util.MessageBatch;

/**
 * Counts the messages that arrive over a JGroups stack without ordering protocol, and sends one cumulative ack for each
 * batch that JGroups delivers.
 */
final class BareReceiver implements Receiver {
    static final byte DATA = 1;
    static final byte ACK = 2;
    static final byte BEGIN = 3;
    static final byte END = 4;
    static final byte CPU = 5;

    private final JChannel channel;
    private long received;
    private long cpuNanos;

    BareReceiver(JChannel channel) {
        this.channel = channel;
    }

    @Override
    public void receive(MessageBatch batch) {
        long before = received;
        for (Message message : batch) take(message);
        if (received > before) send(batch.sender(), ACK, received);
    }

    @Override
    public void receive(Message message) {
        long before = received;
        take(message);
        if (received > before) send(message.src(), ACK, received);
    }

    private void take(Message message) {
        switch (message.getArray()[message.getOffset()]) {
            case DATA -> received++;
            case BEGIN -> cpuNanos = BareMember.cpuNanos();
            case END -> send(message.src(), CPU, BareMember.cpuNanos() - cpuNanos);
            default -> throw new IllegalArgumentException("unknown message " + message);
        }
    }

    private void send(Address to, byte kind, long number) {
        BareMember.send(
                channel, to, ByteBuffer.allocate(1 + Long.BYTES).put(kind).putLong(number).array());
    }

    static long number(Message message) {
        return ByteBuffer.wrap(message.getArray(), message.getOffset() + 1, Long.BYTES).getLong();
    }

    static BytesMessage message(Address to, byte[] bytes) {
        BytesMessage message = new BytesMessage(to, bytes, 0, bytes.length);
        message.setFlag(Message.Flag.NO_FC);
        return message;
    }
}
