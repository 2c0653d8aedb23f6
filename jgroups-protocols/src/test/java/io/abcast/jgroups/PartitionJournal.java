package io.abcast.jgroups;

import io.abcast.log.Storage;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/** A receiver of one partition that records all deliveries in order, and detects missing and repeated deliveries. */
final class PartitionJournal implements PartitionReceiver {
    private final String partition;
    private final List<String> entries = new ArrayList<>();
    private long seq;
    private String violation;

    private boolean isLate;

    private final List<PartitionDelivery> unanswered = new ArrayList<>();
    private final List<String> messages = new ArrayList<>();
    private PartitionPort port;
    private int starts;
    private long durable;

    PartitionJournal(String partition) {
        this.partition = partition;
    }

    @Override
    public synchronized void start(PartitionPort own) {
        port = own;
        starts++;
    }

    @Override
    public synchronized void onMessage(String from, int server, byte[] bytes) {
        messages.add(from + server + ": " + new String(bytes, StandardCharsets.UTF_8));
    }

    @Override
    public synchronized void onSnapshotDurable(long at) {
        if (at < durable) violation = "snapshot at " + at + " after " + durable;
        durable = at;
    }

    synchronized PartitionPort port() {
        return port;
    }

    synchronized int starts() {
        return starts;
    }

    synchronized List<String> messages() {
        return List.copyOf(messages);
    }

    synchronized long durable() {
        return durable;
    }

    @Override
    public synchronized byte[] deliver(PartitionDelivery delivery) {
        String text = new String(delivery.payload(), StandardCharsets.UTF_8);
        if (text.equals("poison " + partition)) throw new IllegalStateException("poisoned");
        if (delivery.seq() != seq + 1) violation = delivery + " delivered after " + seq;
        if (!delivery.destinations().contains(partition))
            violation = delivery + " delivered at " + partition;
        seq = delivery.seq();
        entries.add(text);
        if (!isLate) return result(delivery);
        unanswered.add(delivery);
        return null;
    }

    private byte[] result(PartitionDelivery delivery) {
        return (partition + ":" + delivery.seq()).getBytes(StandardCharsets.UTF_8);
    }

    synchronized void late(boolean on) {
        isLate = on;
    }

    synchronized int answer() {
        int count = unanswered.size();
        for (int i = count - 1; i >= 0; i--) unanswered.get(i).answer(result(unanswered.get(i)));
        unanswered.clear();
        return count;
    }

    @Override
    public synchronized Storage.SnapshotWriter snapshot() {
        List<String> frozen = List.copyOf(entries);
        long at = seq;
        return out -> {
            DataOutputStream data = new DataOutputStream(out);
            data.writeLong(at);
            data.writeInt(frozen.size());
            for (String entry : frozen) data.writeUTF(entry);
            data.flush();
        };
    }

    @Override
    public synchronized void restore(InputStream content) throws IOException {
        entries.clear();
        unanswered.clear();
        seq = 0;
        if (content == null) return;
        DataInputStream data = new DataInputStream(content);
        seq = data.readLong();
        int size = data.readInt();
        for (int i = 0; i < size; i++) entries.add(data.readUTF());
    }

    synchronized List<String> entries() {
        return List.copyOf(entries);
    }

    synchronized String violation() {
        return violation;
    }
}
