package io.abcast.jgroups.forest;

import io.abcast.bulk.port.Growing;
import io.abcast.dissemination.forest.node.ForestMessage;
import io.abcast.fuzz.Target;
import io.abcast.kernel.Digest;
import io.abcast.kernel.MalformedFrameException;
import io.abcast.kernel.WireWriter;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.function.UnaryOperator;
import org.jgroups.Address;
import org.jgroups.util.UUID;

/**
 * Fuzz targets for the decoders of {@code FOREST}. The class is in this package because the decoders are
 * package-private.
 */
public final class ForestTargets {
    private static final FrameToken TOKEN = new FrameToken(1, -2);
    private static final Address SELF = new UUID(1, 1);
    private static final Address OTHER = new UUID(2, 2);
    private static final Address THIRD = new UUID(3, 3);

    private ForestTargets() {}

    public static List<Target> all() {
        return List.of(
                new Rewriting(
                        "forest-hello",
                        Set.of(ForestHello.class, FrameToken.class),
                        bytes -> ForestHello.decode(bytes).encode(),
                        List.of(hello(true), hello(false))),
                new Rewriting(
                        "forest-connection-hello",
                        Set.of(ConnectionHello.class),
                        bytes -> ConnectionHello.decode(bytes).encode(),
                        List.of(connectionHello())),
                new Rewriting(
                        "forest-bundle",
                        Set.of(Bundle.class),
                        ForestTargets::bundle,
                        List.of(packed(List.of(new byte[3], new byte[0], new byte[200])))),
                wire(),
                new Connection());
    }

    private static byte[] hello(boolean isAnswer) {
        InetSocketAddress address = new InetSocketAddress(InetAddress.getLoopbackAddress(), 7800);
        return new ForestHello(isAnswer, address, TOKEN).encode();
    }

    private static byte[] connectionHello() {
        return new ConnectionHello(1, 3, TOKEN, new byte[17]).encode();
    }

    private static byte[] bundle(byte[] bytes) {
        return packed(Bundle.unpack(bytes));
    }

    private static byte[] packed(List<byte[]> messages) {
        WireWriter out = new WireWriter(64);
        if (!messages.isEmpty()) Bundle.pack(new ArrayDeque<>(messages), Integer.MAX_VALUE, out);
        return out.toByteArray();
    }

    private static ForestWire wire(Address self) {
        ForestRoster roster = new ForestRoster(self);
        roster.onView(List.of(THIRD, OTHER, SELF));
        return new ForestWire(roster);
    }

    private static Target wire() {
        Digest digest = new Digest(1, 2, 3, 4);
        List<ForestMessage> messages =
                List.of(
                        new ForestMessage.Frame(
                                0, 1, 9, 2, true, digest, 5, 0, digest, new byte[5]),
                        new ForestMessage.Held(1, 100, new long[] {102, 105}),
                        new ForestMessage.RelayFull(1, 100, 0b110),
                        new ForestMessage.PlanMessage(
                                2,
                                7,
                                new int[] {0, 1, 2},
                                new double[] {1, 0, 2.5},
                                new double[][] {{1, 0, 0}, {0, 0, 0}, {0.5, 2, 0}}),
                        new ForestMessage.Report(
                                1,
                                false,
                                2,
                                true,
                                3,
                                0b100,
                                0b110,
                                0,
                                5e6,
                                0b101,
                                new long[] {7, 9}),
                        new ForestMessage.Echo(-5, true));
        ForestWire other = wire(OTHER);
        ForestWire own = wire(SELF);
        return new Rewriting(
                "forest-wire",
                Set.of(ForestWire.class),
                bytes -> {
                    ForestMessage message = own.decode(bytes);
                    if (message == null)
                        throw new MalformedFrameException("a member that is not in the view");
                    return own.encode(message).toByteArray();
                },
                messages.stream().map(each -> other.encode(each).toByteArray()).toList());
    }

    private record Rewriting(
            String name, Set<Class<?>> decoders, UnaryOperator<byte[]> rewrite, List<byte[]> seeds)
            implements Target {
        @Override
        public boolean accepts(byte[] input) {
            byte[] once;
            try {
                once = rewrite.apply(input);
            } catch (MalformedFrameException e) {
                return false;
            }
            byte[] twice = rewrite.apply(once);
            if (!Arrays.equals(once, twice))
                throw new AssertionError(
                        Arrays.toString(once) + " became " + Arrays.toString(twice));
            return true;
        }
    }

    private static final class Connection implements Target {
        private static final class Told implements FrameIncoming.Sink {
            final StringBuilder all = new StringBuilder();

            @Override
            public int onHello(FrameIncoming connection, ConnectionHello hello) {
                all.append("hello").append(hello.index());
                return hello.token().equals(TOKEN) ? 5 : -1;
            }

            @Override
            public void onFrame(int from, byte[] frame) {
                all.append(from).append('/').append(Arrays.hashCode(frame));
            }
        }

        @Override
        public String name() {
            return "forest-connection";
        }

        private static byte[] frame(byte[] bytes) {
            return ByteBuffer.allocate(FrameIncoming.HEAD_BYTES + bytes.length)
                    .putInt(bytes.length)
                    .put(bytes)
                    .array();
        }

        @Override
        public List<byte[]> seeds() throws IOException {
            ByteArrayOutputStream stream = new ByteArrayOutputStream();
            stream.write(frame(connectionHello()));
            byte[] hello = stream.toByteArray();
            stream.write(frame(new byte[40]));
            stream.write(frame(new byte[1]));
            return List.of(hello, stream.toByteArray());
        }

        @Override
        public boolean accepts(byte[] input) {
            Told whole = new Told();
            Told parts = new Told();
            boolean accepted = take(whole, input, Math.max(1, input.length));
            if (accepted != take(parts, input, 7)
                    || !whole.all.toString().equals(parts.all.toString()))
                throw new AssertionError(whole.all + " became " + parts.all);
            return accepted;
        }

        private static boolean take(Told told, byte[] input, int bytes) {
            FrameIncoming connection = new FrameIncoming(null, told);
            try {
                for (int at = 0; at < input.length; at += bytes)
                    connection.take(ByteBuffer.wrap(input, at, Math.min(bytes, input.length - at)));
                return true;
            } catch (MalformedFrameException e) {
                return false;
            }
        }

        @Override
        public long allocatedBytesMax(int inputBytes) {
            return 5L * Growing.FIRST_BYTES + 256L * inputBytes;
        }
    }
}
