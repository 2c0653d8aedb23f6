package io.abcast.peers.toa;

import io.abcast.load.contest.Site;
import io.abcast.load.contest.ValueStore;
import java.io.ByteArrayInputStream;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.LongConsumer;
import java.util.stream.Collectors;
import org.jgroups.Address;
import org.jgroups.AnycastAddress;
import org.jgroups.JChannel;
import org.jgroups.Message;
import org.jgroups.ReceiverAdapter;
import org.jgroups.View;
import org.jgroups.util.NameCache;

/**
 * The replica of one partition at one server, as a member of the JGroups group of all replicas.
 *
 * <p>A server answers a client's request when its replicas of all partitions of the request have delivered it. For a
 * partition without a replica at the server, the first replica of the partition reports the delivery in a message.
 */
final class ToaMember extends ReceiverAdapter {
    /** The property names a file with another JGroups stack, with which a user can try other settings. */
    private static final String OTHER_STACK = "peer.stack";

    private static final byte WRITE = 0;
    private static final byte READ = 1;
    private static final byte ANSWER = 2;

    private final Site site;
    private final int server;
    private final int partition;
    private final int partitions;
    private final LongConsumer delivered;
    private final ValueStore store = new ValueStore();
    private final JChannel channel;

    /** Null until all replicas are in the view. */
    private volatile List<List<Address>> replicas;

    ToaMember(Site site, int server, int partition, LongConsumer delivered) throws Exception {
        this.site = site;
        this.server = server;
        this.partition = partition;
        this.delivered = delivered;
        partitions = site.partitions().names().size();
        String other = System.getProperty(OTHER_STACK);
        String xml = other == null ? shipped() : Files.readString(Path.of(other));
        xml =
                xml.replace("${peer.address}", Site.HOST)
                        .replace("${peer.port}", Integer.toString(site.port(server, partition)))
                        .replace("${peer.hosts}", hosts());
        channel = new JChannel(new ByteArrayInputStream(xml.getBytes(StandardCharsets.UTF_8)));
        channel.setName(name(server, partition));
        channel.setReceiver(this);
        channel.connect("compare");
    }

    private static String shipped() throws Exception {
        try (InputStream stack = ToaMember.class.getResourceAsStream("toa-tcp.xml")) {
            return new String(stack.readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    private static String name(int server, int partition) {
        return server + "/" + partition;
    }

    private String hosts() {
        List<List<Integer>> servers = site.partitions().ids();
        List<String> all = new ArrayList<>();
        for (int each = 0; each < servers.size(); each++)
            for (int id : servers.get(each)) all.add(Site.HOST + "[" + site.port(id, each) + "]");
        return all.stream().collect(Collectors.joining(","));
    }

    ValueStore store() {
        return store;
    }

    boolean ready() {
        if (replicas != null) return true;
        View view = channel.getView();
        if (view == null) return false;
        List<List<Address>> found = new ArrayList<>();
        List<List<Integer>> servers = site.partitions().ids();
        for (int each = 0; each < servers.size(); each++) {
            List<Address> ofPartition = new ArrayList<>();
            for (int id : servers.get(each)) {
                Address address = address(view, name(id, each));
                if (address == null) return false;
                ofPartition.add(address);
            }
            found.add(ofPartition);
        }
        replicas = found;
        return true;
    }

    private static Address address(View view, String name) {
        for (Address address : view.getMembers())
            if (name.equals(NameCache.get(address))) return address;
        return null;
    }

    /** @param value the value to write; {@code null} for a read */
    void send(int[] destinations, long request, int[] keys, byte[] value) throws Exception {
        List<List<Address>> known = replicas;
        if (known == null) throw new IllegalStateException("not all replicas are in the view");
        ByteBuffer out =
                ByteBuffer.allocate(14 + 4 * keys.length + (value == null ? 0 : value.length));
        out.put(value == null ? READ : WRITE).putLong(request).putInt(server);
        out.put((byte) keys.length);
        for (int key : keys) out.putInt(key);
        if (value != null) out.put(value);
        List<Address> to = new ArrayList<>();
        for (int destination : destinations) to.addAll(known.get(destination));
        channel.send(new Message(new AnycastAddress(to), out.array()));
    }

    /** TOA's thread passes requests in the total order, and threads of the transport pass reports of deliveries. */
    @Override
    public void receive(Message message) {
        ByteBuffer in =
                ByteBuffer.wrap(message.getRawBuffer(), message.getOffset(), message.getLength());
        byte kind = in.get();
        long request = in.getLong();
        if (kind == ANSWER) {
            delivered.accept(request);
            return;
        }
        int client = in.getInt();
        int[] keys = new int[in.get()];
        for (int i = 0; i < keys.length; i++) keys[i] = in.getInt();
        if (kind == WRITE) {
            byte[] bytes = in.array();
            int from = in.arrayOffset() + in.position();
            byte[] value = Arrays.copyOfRange(bytes, from, from + in.remaining());
            for (int key : keys) if (key % partitions == partition) store.put(key, value);
        }
        answer(client, request, message.getSrc());
    }

    private void answer(int client, long request, Address sender) {
        List<Integer> servers = site.partitions().ids().get(partition);
        if (client == server) {
            delivered.accept(request);
        } else if (!servers.contains(client) && servers.get(0) == server) {
            byte[] answer = ByteBuffer.allocate(9).put(ANSWER).putLong(request).array();
            try {
                channel.send(new Message(sender, answer));
            } catch (Exception e) {
                System.err.println("answer to " + sender + ": " + e);
            }
        }
    }

    void close() {
        channel.close();
    }
}
