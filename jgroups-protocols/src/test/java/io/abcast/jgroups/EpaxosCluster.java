package io.abcast.jgroups;

import io.abcast.kernel.Interference;
import io.abcast.kernel.Keys;
import io.abcast.log.Storage;
import java.io.ByteArrayInputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.jgroups.JChannel;
import org.jgroups.conf.ConfiguratorFactory;
import org.jgroups.protocols.DISCARD;
import org.jgroups.protocols.TP;
import org.jgroups.stack.ProtocolStack;

/** Runs members with {@link EPAXOS} in this JVM. Each member records the payloads in the order of their delivery. */
final class EpaxosCluster implements AutoCloseable {
    static final Duration LIMIT = Duration.ofSeconds(30);

    static final Interference BY_KEY = byKey("test-keys", 1);

    private final String group = "epaxos-" + System.identityHashCode(this);
    private final Map<Integer, JChannel> channels = new TreeMap<>();
    private final Map<Integer, AtomicBroadcast> broadcasts = new TreeMap<>();
    private final Map<Integer, Recorder> recorders = new TreeMap<>();

    static final class Recorder implements Receiver {
        private final List<String> delivered = new ArrayList<>();
        private final List<Long> zxids = new ArrayList<>();

        @Override
        public synchronized Object abdeliver(long zxid, int origin, byte[] payload) {
            delivered.add(new String(payload, StandardCharsets.UTF_8));
            zxids.add(zxid);
            return null;
        }

        synchronized List<String> delivered() {
            return List.copyOf(delivered);
        }

        synchronized List<Long> zxids() {
            return List.copyOf(zxids);
        }

        @Override
        public Storage.SnapshotWriter snapshot() {
            List<String> frozen = delivered();
            return out -> {
                DataOutputStream data = new DataOutputStream(out);
                data.writeInt(frozen.size());
                for (String each : frozen) data.writeUTF(each);
            };
        }

        @Override
        public synchronized void restore(InputStream content) throws IOException {
            delivered.clear();
            if (content == null) return;
            DataInputStream data = new DataInputStream(content);
            for (int i = data.readInt(); i > 0; i--) delivered.add(data.readUTF());
        }
    }

    static Interference byKey(String name, int version) {
        return new Interference() {
            @Override
            public String name() {
                return name;
            }

            @Override
            public int version() {
                return version;
            }

            @Override
            public Keys keys(byte[] payload) {
                String text = new String(payload, StandardCharsets.UTF_8);
                int at = text.indexOf('=');
                if (at < 0)
                    throw new IllegalArgumentException("expected key=value, got '" + text + "'");
                return Keys.writing(text.substring(0, at));
            }
        };
    }

    static JChannel channel(String element, String members, int id, Path dir) throws Exception {
        try (InputStream in = ConfiguratorFactory.getConfigStream("test-stack.xml")) {
            String xml = new String(in.readAllBytes(), StandardCharsets.UTF_8);
            xml = xml.replace("<io.abcast.jgroups.ZAB ", "<io.abcast.jgroups." + element + " ");
            JChannel channel =
                    new JChannel(new ByteArrayInputStream(xml.getBytes(StandardCharsets.UTF_8)));
            AbcastProtocol protocol = channel.getProtocolStack().findProtocol(AbcastProtocol.class);
            protocol.setMembers(members).setServerId(id);
            if (dir != null) protocol.setDurability("fsync").setDataDir(dir.toString());
            return channel;
        }
    }

    AtomicBroadcast start(int id, Path dir, Interference interference) throws Exception {
        JChannel channel = channel("EPAXOS", "1,2,3", id, dir);
        channel.name(group + "/" + id);
        Recorder recorder = new Recorder();
        AtomicBroadcast broadcast = AtomicBroadcast.on(channel, recorder, interference);
        channels.put(id, channel);
        broadcasts.put(id, broadcast);
        recorders.put(id, recorder);
        channel.connect(group);
        return broadcast;
    }

    EpaxosCluster startAll(Interference interference) throws Exception {
        for (int id = 1; id <= 3; id++) start(id, null, interference);
        awaitActive();
        return this;
    }

    void awaitActive() throws Exception {
        for (AtomicBroadcast each : broadcasts.values())
            if (!each.awaitActive(LIMIT)) throw new AssertionError(toString());
    }

    AtomicBroadcast broadcast(int id) {
        return broadcasts.get(id);
    }

    EPAXOS protocol(int id) {
        return channels.get(id).getProtocolStack().findProtocol(EPAXOS.class);
    }

    Recorder recorder(int id) {
        return recorders.get(id);
    }

    List<String> delivered(int id) {
        return recorders.get(id).delivered();
    }

    long put(int id, String payload) throws Exception {
        return submit(id, payload).get(LIMIT.toSeconds(), TimeUnit.SECONDS);
    }

    CompletableFuture<Long> submit(int id, String payload) {
        return broadcast(id).abcast(payload.getBytes(StandardCharsets.UTF_8));
    }

    void awaitDelivered(int count) throws Exception {
        for (int id : recorders.keySet())
            Wait.until(LIMIT, () -> delivered(id).size() >= count, this::toString);
    }

    void stop(int id) {
        recorders.remove(id);
        channels.remove(id);
        broadcasts.remove(id).close();
    }

    void kill(int id) throws Exception {
        JChannel channel = channels.get(id);
        DISCARD discard = new DISCARD();
        discard.setAddress(channel.getAddress());
        channel.getProtocolStack().insertProtocol(discard, ProtocolStack.Position.ABOVE, TP.class);
        discard.discardAll(true);
        protocol(id).stop();
        channels.remove(id);
        recorders.remove(id);
        broadcasts.remove(id);
        Thread closer = new Thread(channel::close, "closer of " + id);
        closer.setDaemon(true);
        closer.start();
    }

    @Override
    public String toString() {
        StringBuilder text = new StringBuilder();
        broadcasts.forEach((id, b) -> text.append(b.nodeStatus()).append('\n'));
        return text.toString();
    }

    @Override
    public void close() {
        channels.values().forEach(JChannel::close);
    }
}
