package io.abcast.jgroups;

import java.net.InetAddress;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jgroups.Address;
import org.jgroups.BytesMessage;
import org.jgroups.JChannel;
import org.jgroups.Message;
import org.jgroups.Receiver;
import org.jgroups.protocols.LOCAL_PING;
import org.jgroups.protocols.MERGE3;
import org.jgroups.protocols.TCP;
import org.jgroups.protocols.UNICAST3;
import org.jgroups.protocols.pbcast.GMS;
import org.jgroups.protocols.pbcast.NAKACK2;
import org.jgroups.protocols.pbcast.STABLE;
import org.jgroups.stack.Protocol;

/** Runs members with {@code FOREST}, which multicasts over trees of members, in this JVM. */
final class ForestCluster implements AutoCloseable {
    private static final AtomicInteger GROUPS = new AtomicInteger();
    static final Duration LIMIT = Duration.ofSeconds(60);

    private final String group = "forest-" + GROUPS.incrementAndGet();
    final List<Member> members = new ArrayList<>();

    static final class Member implements Receiver {
        final JChannel channel;
        final FOREST forest;
        final Map<Address, Integer> received = new ConcurrentHashMap<>();
        final LongAdder wrong = new LongAdder();
        private int sent;

        Member(JChannel channel, FOREST forest) {
            this.channel = channel;
            this.forest = forest;
            channel.setReceiver(this);
        }

        @Override
        public void receive(Message message) {
            ByteBuffer bytes =
                    ByteBuffer.wrap(message.getArray(), message.getOffset(), message.getLength());
            int number = bytes.getInt();
            byte[] rest = new byte[bytes.remaining()];
            bytes.get(rest);
            int before = received.getOrDefault(message.src(), 0);
            if (number != before + 1 || !Arrays.equals(rest, filler(number, rest.length)))
                wrong.increment();
            received.put(message.src(), number);
        }

        void send(int bytes) throws Exception {
            ByteBuffer content = ByteBuffer.allocate(bytes).putInt(++sent);
            content.put(filler(sent, bytes - Integer.BYTES));
            channel.send(new BytesMessage(null, content.array()));
        }

        int sent() {
            return sent;
        }
    }

    private static byte[] filler(int seed, int length) {
        byte[] bytes = new byte[length];
        new SplittableRandom(seed).nextBytes(bytes);
        return bytes;
    }

    static TCP tcp() throws Exception {
        TCP tcp = new TCP();
        tcp.setBindAddress(InetAddress.getLoopbackAddress());
        tcp.setBindPort(ShippedStack.freePorts(1));
        tcp.setSockConnTimeout(300);
        tcp.logDetails(false);
        new GuardedPort().afterCreation(tcp);
        return tcp;
    }

    static JChannel channel(FOREST forest) throws Exception {
        List<Protocol> stack = new ArrayList<>();
        stack.add(tcp());
        stack.add(new LOCAL_PING());
        stack.add(new MERGE3().setMinInterval(300).setMaxInterval(1000));
        if (forest != null) stack.add(forest);
        NAKACK2 nakack = new NAKACK2();
        nakack.setXmitInterval(100);
        nakack.useMcastXmit(false);
        stack.add(nakack);
        stack.add(new UNICAST3());
        stack.add(new STABLE());
        GMS gms = new GMS();
        gms.setJoinTimeout(1000);
        gms.setMaxJoinAttempts(2);
        gms.printLocalAddress(false);
        gms.setViewAckCollectionTimeout(500);
        stack.add(gms);
        return new JChannel(stack);
    }

    static FOREST forest() {
        FOREST forest = new FOREST();
        forest.frame_addr = "127.0.0.1";
        return forest;
    }

    /** Starts a member again whose join fails: a few joins in a hundred fail in JGroups, with and without FOREST. */
    void start(int count, Consumer<FOREST> settings) throws Exception {
        for (int i = 0; i < count; i++)
            add(
                    () -> {
                        FOREST forest = forest();
                        settings.accept(forest);
                        return channel(forest);
                    });
        awaitLinks();
    }

    /** Starts a member again whose join fails: a few joins in a hundred fail in JGroups, with and without FOREST. */
    void add(Callable<JChannel> stack) throws Exception {
        while (true) {
            JChannel channel = stack.call();
            Member member =
                    new Member(channel, channel.getProtocolStack().findProtocol(FOREST.class));
            channel.connect(group);
            if (members.isEmpty() || channel.getView().size() > 1) {
                members.add(member);
                return;
            }
            channel.close();
        }
    }

    static String refusal(Callable<JChannel> stack, String group) throws Exception {
        while (true) {
            try (JChannel channel = stack.call()) {
                channel.connect(group);
                if (channel.getView().size() > 1) return "not refused: " + channel.getView();
            } catch (SecurityException e) {
                return e.getMessage();
            } catch (Exception e) {
                if (e.getCause() instanceof SecurityException) return e.getCause().getMessage();
                throw e;
            }
        }
    }

    String group() {
        return group;
    }

    void awaitLinks() throws Exception {
        until(
                () ->
                        members.stream()
                                .allMatch(m -> m.forest.getMembersLinked() == members.size() - 1),
                () -> "linked: " + members.stream().map(m -> m.forest.getMembersLinked()).toList());
    }

    static void until(Callable<Boolean> condition, Supplier<String> picture) throws Exception {
        Wait.until(LIMIT, condition, picture);
    }

    void awaitAll(List<Member> senders) throws Exception {
        until(
                () -> {
                    for (Member each : members)
                        for (Member from : senders)
                            if (each.received.getOrDefault(from.channel.getAddress(), 0)
                                    < from.sent()) return false;
                    return true;
                },
                () -> "received: " + members.stream().map(m -> m.received).toList());
        for (Member each : members)
            if (each.wrong.sum() > 0)
                throw new AssertionError(each.channel.getAddress() + ": wrong multicasts");
    }

    @Override
    public void close() {
        for (Member each : members) each.channel.close();
    }
}
