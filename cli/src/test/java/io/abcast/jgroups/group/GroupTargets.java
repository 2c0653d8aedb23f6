package io.abcast.jgroups.group;

import io.abcast.driver.Hello;
import io.abcast.fuzz.Target;
import io.abcast.jgroups.ZAB;
import io.abcast.jgroups.blocks.MapStore;
import io.abcast.jgroups.cooper.CooperHello;
import io.abcast.jgroups.omaha.CompositeCodec;
import io.abcast.kernel.MalformedFrameException;
import io.abcast.kernel.WireReader;
import io.abcast.kernel.WireWriter;
import io.abcast.log.Storage;
import io.abcast.zab.LinkMessage.Forward;
import io.abcast.zab.LinkMessage.Request;
import io.abcast.zab.ZabCodec;
import io.abcast.zab.ZabMessage;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jgroups.BytesMessage;
import org.jgroups.EmptyMessage;
import org.jgroups.Message;

/**
 * Fuzz targets for messages that reach a member through JGroups, and for the replicated map. The class is in this
 * package because the decoders are package-private.
 */
public final class GroupTargets {
    private GroupTargets() {}

    public static List<Target> all() {
        return List.of(
                new HelloTarget(),
                new MessageTarget(),
                new PiecesTarget(),
                new CompositeTarget(),
                new CooperHelloTarget(),
                new MapCommands(),
                new MapSnapshot());
    }

    private static List<byte[]> hellos() {
        return List.of(
                new Hello(1, 1, true, false, 2, 7, true, 1, "ZAB of 1,2,3").encode(),
                new Hello(65_535, 0, false, true, 0, 0, false, 16, "").encode());
    }

    private static final class HelloTarget implements Target {
        @Override
        public String name() {
            return "hello";
        }

        @Override
        public Set<Class<?>> decoders() {
            return Set.of(Hello.class);
        }

        @Override
        public List<byte[]> seeds() {
            return hellos();
        }

        @Override
        public boolean accepts(byte[] input) {
            Hello hello;
            try {
                hello = Hello.decode(new WireReader(input));
            } catch (MalformedFrameException e) {
                return false;
            }
            Hello again = Hello.decode(new WireReader(hello.encode()));
            if (!again.equals(hello)) throw new AssertionError(hello + " became " + again);
            return true;
        }
    }

    private static final class MessageTarget implements Target {
        private final GroupFrames frames =
                new GroupFrames((short) 1025, ZabCodec.INSTANCE, ZabCodec.INSTANCE.versionMax());

        @Override
        public String name() {
            return "group-message";
        }

        @Override
        public Set<Class<?>> decoders() {
            return Set.of(GroupFrames.class, KindHeader.class);
        }

        @Override
        public List<byte[]> seeds() {
            List<byte[]> seeds = new ArrayList<>();
            for (byte[] hello : hellos()) seeds.add(prepend(AbcastHeader.HELLO, hello));
            // The message END_SESSION in wire format version 1.
            seeds.add(prepend(AbcastHeader.FRAME, new byte[] {1, 2, 0, 0, 0, 0, 0, 0, 0, 9}));
            return seeds;
        }

        @Override
        public boolean accepts(byte[] input) throws IOException {
            AbcastHeader header = new AbcastHeader();
            try {
                header.readFrom(new DataInputStream(new ByteArrayInputStream(input)));
            } catch (IOException e) {
                // The decoder has refused the input by an exception that JGroups expects from it.
                return false;
            }
            int length = Math.max(0, input.length - 1);
            try {
                Object content = frames.decode(header, new BytesMessage(null, input, 1, length));
                return content != null;
            } catch (MalformedFrameException | LaterVersionException e) {
                return false;
            }
        }

        private static byte[] prepend(byte first, byte[] rest) {
            byte[] all = new byte[rest.length + 1];
            all[0] = first;
            System.arraycopy(rest, 0, all, 1, rest.length);
            return all;
        }
    }

    private static final class CompositeTarget implements Target {
        private static final short ID = 1030;

        @Override
        public String name() {
            return "composite-messages";
        }

        private static byte[] packed(Message... messages) throws IOException {
            Message composite = CompositeCodec.pack(null, null, List.of(messages), ID);
            return Arrays.copyOfRange(
                    composite.getArray(),
                    composite.getOffset(),
                    composite.getOffset() + composite.getLength());
        }

        @Override
        public List<byte[]> seeds() throws IOException {
            new ZAB(); // The constructor of ZAB registers abcast's classes in JGroups.
            Message frame =
                    new BytesMessage(null, new byte[300])
                            .putHeader((short) 1025, new AbcastHeader(AbcastHeader.FRAME));
            return List.of(
                    packed(new BytesMessage(null, new byte[] {1, 2}), new EmptyMessage(null)),
                    packed(frame, new BytesMessage(null, new byte[0]).setFlag(Message.Flag.NO_FC)));
        }

        @Override
        public boolean accepts(byte[] input) throws IOException {
            try {
                byte[] once = repacked(input);
                if (!Arrays.equals(once, repacked(once))) throw new AssertionError("not stable");
                return true;
            } catch (MalformedFrameException e) {
                return false;
            }
        }

        private static byte[] repacked(byte[] input) throws IOException {
            return packed(
                    CompositeCodec.unpack(new BytesMessage(null, input)).toArray(Message[]::new));
        }

        /**
         * The bound covers an array for up to 65,535 headers, which JGroups allocates before it detects that headers
         * are missing.
         */
        @Override
        public long allocatedBytesMax(int inputBytes) {
            return (1L << 20) + 64L * inputBytes;
        }

        @Override
        public Set<Class<?>> decoders() {
            return Set.of(CompositeCodec.class);
        }
    }

    private static final class CooperHelloTarget implements Target {
        @Override
        public String name() {
            return "cooper-hello";
        }

        @Override
        public List<byte[]> seeds() throws IOException {
            List<byte[]> seeds = new ArrayList<>();
            for (String host : List.of("127.0.0.1", "::1"))
                seeds.add(
                        new CooperHello(
                                        300,
                                        new InetSocketAddress(InetAddress.getByName(host), 7700))
                                .encode());
            return seeds;
        }

        @Override
        public boolean accepts(byte[] input) {
            CooperHello hello;
            try {
                hello = CooperHello.decode(input);
            } catch (MalformedFrameException e) {
                return false;
            }
            CooperHello again = CooperHello.decode(hello.encode());
            if (!again.equals(hello)) throw new AssertionError(hello + " became " + again);
            return true;
        }

        @Override
        public Set<Class<?>> decoders() {
            return Set.of(CooperHello.class);
        }
    }

    private static final class PiecesTarget implements Target {
        private static final AbcastHeader HEADER = new AbcastHeader(AbcastHeader.FRAME);

        private final GroupFrames frames =
                new GroupFrames((short) 1025, ZabCodec.INSTANCE, ZabCodec.INSTANCE.versionMax());

        @Override
        public String name() {
            return "group-pieces";
        }

        @Override
        public Set<Class<?>> decoders() {
            return Set.of(FrameMessage.class);
        }

        @Override
        public List<byte[]> seeds() throws IOException {
            Request one = new Request(1, new byte[300]);
            Request two = new Request(2, new byte[3]);
            Request three = new Request(3, new byte[256]);
            return List.of(
                    payload(new ZabMessage.Frame(5, 6, new Forward(List.of(one, two, three)))));
        }

        private byte[] payload(ZabMessage message) throws IOException {
            ByteArrayOutputStream out = new ByteArrayOutputStream();
            WireWriter frame = WireWriter.gathering(64, 1);
            ZabCodec.INSTANCE.encode(message, ZabCodec.INSTANCE.versionMax(), frame);
            new FrameMessage(null, frame.toPieces()).writePayload(new DataOutputStream(out));
            return out.toByteArray();
        }

        @Override
        public boolean accepts(byte[] input) throws IOException {
            FrameMessage message = new FrameMessage();
            ZabMessage content;
            try {
                message.readPayload(new DataInputStream(new ByteArrayInputStream(input)));
                content = (ZabMessage) frames.decode(HEADER, message);
            } catch (IOException | MalformedFrameException | LaterVersionException e) {
                return false;
            }
            byte[] once = payload(content);
            FrameMessage again = new FrameMessage();
            again.readPayload(new DataInputStream(new ByteArrayInputStream(once)));
            if (!Arrays.equals(once, payload((ZabMessage) frames.decode(HEADER, again))))
                throw new AssertionError("not stable: " + content);
            return true;
        }
    }

    private static final class MapCommands implements Target {
        @Override
        public String name() {
            return "map-commands";
        }

        @Override
        public Set<Class<?>> decoders() {
            return Set.of(MapStore.class);
        }

        @Override
        public List<byte[]> seeds() {
            byte[] k = {1};
            return List.of(
                    MapStore.put(k, new byte[] {2}),
                    MapStore.putIfAbsent(k, new byte[300]),
                    MapStore.replace(k, new byte[0], new byte[] {3}),
                    MapStore.remove(k));
        }

        @Override
        public boolean accepts(byte[] input) {
            boolean[] changed = new boolean[1];
            MapStore one = new MapStore((key, before, after) -> changed[0] = true);
            MapStore other = new MapStore((key, before, after) -> {});
            for (int i = 1; i <= 2; i++) {
                one.abdeliver(i, 1, input);
                other.abdeliver(i, 1, input);
            }
            if (!contents(one).equals(contents(other))) throw new AssertionError("differ");
            return changed[0] || isOne(input);
        }

        private static boolean isOne(byte[] input) {
            return input.length > 0 && (input[0] == 3 || input[0] == 4);
        }
    }

    private static final class MapSnapshot implements Target {
        @Override
        public String name() {
            return "map-snapshot";
        }

        @Override
        public Set<Class<?>> decoders() {
            return Set.of(MapStore.class);
        }

        @Override
        public List<byte[]> seeds() throws IOException {
            MapStore store = store();
            byte[] none = bytes(store);
            store.abdeliver(1, 1, MapStore.put(new byte[] {1}, new byte[] {2}));
            store.abdeliver(2, 1, MapStore.put(new byte[20], new byte[200]));
            return List.of(none, bytes(store));
        }

        @Override
        public boolean accepts(byte[] input) throws IOException {
            MapStore store = store();
            try {
                store.restore(new ByteArrayInputStream(input));
            } catch (IOException e) {
                return false;
            }
            MapStore again = store();
            again.restore(new ByteArrayInputStream(bytes(store)));
            if (!contents(again).equals(contents(store))) throw new AssertionError("not stable");
            return true;
        }

        private static MapStore store() {
            return new MapStore((key, before, after) -> {});
        }

        private static byte[] bytes(MapStore store) throws IOException {
            ByteArrayOutputStream out = new ByteArrayOutputStream();
            Storage.SnapshotWriter writer = store.snapshot();
            writer.writeTo(out);
            return out.toByteArray();
        }
    }

    private static List<String> contents(MapStore store) {
        List<String> entries = new ArrayList<>();
        for (Map.Entry<MapStore.Bytes, byte[]> entry : store.entries().entrySet())
            entries.add(
                    Arrays.hashCode(entry.getKey().array())
                            + "="
                            + Arrays.hashCode(entry.getValue()));
        entries.sort(null);
        return entries;
    }
}
