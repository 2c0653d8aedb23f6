package io.abcast.jgroups;

import io.abcast.kernel.Zxid;
import io.abcast.log.Storage;
import java.io.ByteArrayInputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** A receiver that records all deliveries in order, and detects repeated and out-of-order deliveries at once. */
final class Journal implements Receiver {
    private final List<String> entries = new ArrayList<>();
    private final Set<String> distinct = new HashSet<>();
    private long last;
    private String violation;

    @Override
    public synchronized Object abdeliver(long zxid, int origin, byte[] payload) {
        String text = new String(payload, StandardCharsets.UTF_8);
        if (zxid <= last)
            violation = Zxid.toString(zxid) + " delivered after " + Zxid.toString(last);
        if (!distinct.add(text)) violation = text + " delivered twice";
        last = zxid;
        entries.add(text);
        return entries.size();
    }

    @Override
    public synchronized Storage.SnapshotWriter snapshot() {
        List<String> frozen = List.copyOf(entries);
        long zxid = last;
        return out -> {
            DataOutputStream data = new DataOutputStream(out);
            data.writeLong(zxid);
            data.writeInt(frozen.size());
            for (String entry : frozen) data.writeUTF(entry);
            data.flush();
        };
    }

    @Override
    public synchronized void restore(InputStream content) throws IOException {
        entries.clear();
        distinct.clear();
        last = Zxid.NONE;
        if (content == null) return;
        DataInputStream data =
                new DataInputStream(new ByteArrayInputStream(content.readAllBytes()));
        last = data.readLong();
        int size = data.readInt();
        for (int i = 0; i < size; i++) entries.add(data.readUTF());
        distinct.addAll(entries);
    }

    synchronized List<String> entries() {
        return List.copyOf(entries);
    }

    synchronized String violation() {
        return violation;
    }
}
