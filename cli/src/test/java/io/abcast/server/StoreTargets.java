package io.abcast.server;

import io.abcast.client.wire.Command;
import io.abcast.client.wire.ReplyCode;
import io.abcast.fuzz.Target;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * Fuzz targets for inputs of the key-value store, and for attribute values of a stack. The class is in this package
 * because the decoders are package-private.
 */
public final class StoreTargets {
    private StoreTargets() {}

    public static List<Target> all() {
        return List.of(new Commands(), new Snapshot(), new StackValues());
    }

    private static final class Commands implements Target {
        @Override
        public String name() {
            return "store-commands";
        }

        @Override
        public List<byte[]> seeds() {
            byte[] k = {1};
            return List.of(
                    Command.put(0, 0, k, new byte[9]),
                    Command.put(5, 1, k, new byte[9]),
                    Command.delete(5, 2, k),
                    Command.cas(0, 0, k, 1L << 32, new byte[9]));
        }

        @Override
        public boolean accepts(byte[] input) {
            KeyValueStore one = new KeyValueStore(true);
            KeyValueStore other = new KeyValueStore(true);
            WriteResult result = null;
            for (int i = 1; i <= 2; i++) {
                result = one.abdeliver(i, 1, input);
                other.abdeliver(i, 1, input);
            }
            if (!one.position().get().equals(other.position().get()))
                throw new AssertionError("differ");
            boolean valid = result.code() != ReplyCode.MALFORMED;
            ReplyCode withoutOrder = new KeyValueStore(false).abdeliver(1, 1, input).code();
            if (hasKeys(input) != (withoutOrder != ReplyCode.MALFORMED))
                throw new AssertionError("keys of " + withoutOrder);
            return valid;
        }

        private static boolean hasKeys(byte[] input) {
            try {
                return KeyInterference.OF_STORE.keys(input).isWriting();
            } catch (IllegalArgumentException e) {
                return false;
            }
        }

        @Override
        public long allocatedBytesMax(int inputBytes) {
            return (256L << 10) + 64L * inputBytes;
        }

        @Override
        public int mutations() {
            return 5_000;
        }
    }

    private static final class Snapshot implements Target {
        @Override
        public String name() {
            return "store-snapshot";
        }

        @Override
        public List<byte[]> seeds() throws IOException {
            KeyValueStore store = new KeyValueStore(true);
            byte[] none = bytes(store);
            for (byte i = 1; i < 5; i++)
                store.abdeliver(i, 1, Command.put(i / 2, 1, new byte[] {i}, new byte[10 * i]));
            return List.of(none, bytes(store));
        }

        @Override
        public boolean accepts(byte[] input) throws IOException {
            KeyValueStore store = new KeyValueStore(true);
            try {
                store.restore(new ByteArrayInputStream(input));
            } catch (IOException e) {
                return false;
            }
            KeyValueStore again = new KeyValueStore(true);
            again.restore(new ByteArrayInputStream(bytes(store)));
            if (!again.position().get().equals(store.position().get()))
                throw new AssertionError(
                        store.position().get() + " became " + again.position().get());
            return true;
        }

        @Override
        public long allocatedBytesMax(int inputBytes) {
            return (1L << 20) + 256L * inputBytes;
        }

        @Override
        public int mutations() {
            return 2_000;
        }

        private static byte[] bytes(KeyValueStore store) throws IOException {
            ByteArrayOutputStream out = new ByteArrayOutputStream();
            store.snapshot().writeTo(out);
            return out.toByteArray();
        }
    }

    private static final class StackValues implements Target {
        private static final Path CONFIG = Path.of("..", "config", "zab-ct-tcp.xml");

        @Override
        public String name() {
            return "stack-values";
        }

        @Override
        public List<byte[]> seeds() {
            List<byte[]> seeds = new ArrayList<>();
            for (String value :
                    List.of(
                            "members=1,2,3",
                            "id=2",
                            "durability=memory",
                            "data_dir=x",
                            "request_timeout=10s",
                            "pending_max=65536",
                            "pending_bytes_max=64MB",
                            "payload_bytes_max=1m",
                            "batching=false",
                            "heartbeat_interval=100",
                            "election_timeout=1000",
                            "tail_delay=0.5ms",
                            "p=0.25",
                            "choice=fixed")) seeds.add(value.getBytes(StandardCharsets.UTF_8));
            return seeds;
        }

        @Override
        public boolean accepts(byte[] input) {
            String text = new String(input, StandardCharsets.UTF_8);
            int equals = text.indexOf('=');
            if (equals < 0) return false;
            Map<String, String> settings =
                    Map.of("ZAB_CT." + text.substring(0, equals), text.substring(equals + 1));
            ServerOptions options =
                    new ServerOptions(
                            1,
                            "1,2,3",
                            false,
                            null,
                            CONFIG,
                            InetAddress.getLoopbackAddress(),
                            0,
                            0,
                            null,
                            "test",
                            null,
                            null,
                            null,
                            settings,
                            1,
                            1,
                            1,
                            ConnectionLimits.defaults(),
                            null,
                            null);
            try {
                StackConfig.load(options);
                return true;
            } catch (IOException e) {
                String line = e.getMessage();
                if (line == null || line.isBlank()) throw new AssertionError("no message", e);
                return isSeed(text);
            }
        }

        /**
         * Whether the input is a seed, which the stack may refuse, because names of attributes change between releases.
         */
        private static boolean isSeed(String text) {
            return text.startsWith("tail_delay=0.5") || text.startsWith("p=0.25");
        }

        @Override
        public long allocatedBytesMax(int inputBytes) {
            return (16L << 20) + 256L * inputBytes;
        }

        @Override
        public int mutations() {
            return 150;
        }
    }
}
