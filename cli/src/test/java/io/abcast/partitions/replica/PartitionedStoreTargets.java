package io.abcast.partitions.replica;

import io.abcast.fuzz.CodecTarget;
import io.abcast.fuzz.Target;
import io.abcast.kernel.GroupDelivery;
import io.abcast.kernel.GroupTimestamp;
import io.abcast.kernel.WireReader;
import io.abcast.kernel.WireWriter;
import io.abcast.partitions.DeclaredKeys;
import io.abcast.partitions.Partitioner;
import io.abcast.partitions.Population;
import io.abcast.partitions.Procedure;
import io.abcast.partitions.RowKey;
import io.abcast.partitions.StoreDefinition;
import io.abcast.partitions.StoreDigest;
import io.abcast.partitions.StoreTable;
import io.abcast.partitions.Transaction;
import io.abcast.partitions.rows.RowTables;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;

/** Fuzz targets for the partitioned store. The class is in this package because the decoders are package-private. */
public final class PartitionedStoreTargets {
    private static final GroupTimestamp AT = new GroupTimestamp(256, 7, 1);

    private static final StoreDefinition DEFINITION =
            new StoreDefinition(
                    List.of(StoreTable.rows(1, "one"), StoreTable.rows(2, "two")),
                    List.of(new Write()),
                    new Partitioner() {
                        @Override
                        public String name() {
                            return "all";
                        }

                        @Override
                        public int homeOf(RowKey key) {
                            return 0;
                        }
                    },
                    Population.EMPTY);

    private static final class Write implements Procedure {
        @Override
        public String name() {
            return "write";
        }

        private static RowKey key(byte[] arguments) {
            WireReader in = new WireReader(arguments);
            RowKey key = RowKey.read(in);
            in.end();
            return key;
        }

        @Override
        public void declare(byte[] arguments, DeclaredKeys keys) {
            keys.write(key(arguments));
        }

        @Override
        public byte[] run(byte[] arguments, Transaction tx) {
            tx.put(key(arguments), arguments);
            return arguments;
        }
    }

    private PartitionedStoreTargets() {}

    public static List<Target> all() {
        return List.of(frames(), keys(), answers(), new Calls(), new Snapshot());
    }

    private static Target frames() {
        byte[] values = {0, 1, 3, 1, 2, 3};
        return CodecTarget.of(
                "store-reads",
                bytes -> ReadsFrame.decode(bytes).encode(),
                new ReadsFrame.Values(AT, new int[] {0, 2}, 2, values, true).encode(),
                new ReadsFrame.Ask(AT, 2).encode(),
                new ReadsFrame.Gone(AT, 2).encode(),
                new ReadsFrame.Durable(AT).encode());
    }

    private static Target keys() {
        return CodecTarget.of(
                "row-key",
                bytes -> {
                    WireReader in = new WireReader(bytes);
                    RowKey key = RowKey.read(in);
                    in.end();
                    return key.write(new WireWriter(16)).toByteArray();
                },
                RowKey.of(1, 5).write(new WireWriter(16)).toByteArray(),
                RowKey.of(2, "name").write(new WireWriter(16)).toByteArray());
    }

    private static Target answers() {
        return CodecTarget.of(
                "store-answer",
                bytes -> {
                    StoreCall.Answer answer = StoreCall.Answer.decode(bytes);
                    byte[] text = answer.reason().getBytes(StandardCharsets.UTF_8);
                    byte[] rest = answer.result().length > 0 ? answer.result() : text;
                    return new WireWriter(rest.length + 1)
                            .u8(answer.status().ordinal())
                            .raw(rest)
                            .toByteArray();
                },
                new byte[] {0, 1, 2},
                new byte[] {1, 'n', 'o'},
                new byte[] {2});
    }

    private static final class Calls implements Target {
        @Override
        public String name() {
            return "store-call";
        }

        @Override
        public List<byte[]> seeds() {
            byte[] id = RowKey.of(1, 9).write(new WireWriter(16)).toByteArray();
            byte[] named = RowKey.of(2, "a").write(new WireWriter(16)).toByteArray();
            return List.of(
                    new StoreCall("write", id).encode(), new StoreCall("write", named).encode());
        }

        @Override
        public boolean accepts(byte[] input) {
            RowTables tables = new RowTables(DEFINITION.tables());
            GroupDelivery delivery = new GroupDelivery(1, AT, new int[] {0}, input);
            TransactionTask task = TransactionTask.of(0, delivery, DEFINITION, tables);
            if (task.isRefused()) return false;
            task.execute();
            if (task.error() != null) throw new AssertionError(task.error());
            byte[] row = tables.get(task.keys[0].key);
            if (row == null) throw new AssertionError("not written: " + task.reason());
            return true;
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
            return "partitioned-store-snapshot";
        }

        @Override
        public List<byte[]> seeds() throws IOException {
            RowTables tables = new RowTables(DEFINITION.tables());
            byte[] empty = bytes(tables, null, List.of());
            tables.load(RowKey.of(1, 5), new byte[20]);
            tables.load(RowKey.of(1, 6), new byte[0]);
            tables.load(RowKey.of(2, "name"), new byte[3]);
            RetainedReads.Kept kept = new RetainedReads.Kept(AT, new int[] {0, 1}, 1, new byte[5]);
            return List.of(empty, bytes(tables, AT, List.of(kept)));
        }

        private static byte[] bytes(
                RowTables tables, GroupTimestamp last, List<RetainedReads.Kept> retained)
                throws IOException {
            tables.beginFreeze(3);
            ByteArrayOutputStream out = new ByteArrayOutputStream();
            StoreSnapshot.write(
                    new FrozenStore(
                            3, last, new StoreDigest(4, 5), tables.finishFreeze(), retained),
                    DEFINITION,
                    out);
            return out.toByteArray();
        }

        @Override
        public boolean accepts(byte[] input) throws IOException {
            RowTables tables = new RowTables(DEFINITION.tables());
            StoreSnapshot read;
            try {
                read = StoreSnapshot.read(new ByteArrayInputStream(input), DEFINITION, tables);
            } catch (IOException e) {
                return false;
            }
            byte[] once = bytes(tables, read.lastMulti(), read.retained());
            RowTables again = new RowTables(DEFINITION.tables());
            StoreSnapshot second =
                    StoreSnapshot.read(new ByteArrayInputStream(once), DEFINITION, again);
            byte[] twice = bytes(again, second.lastMulti(), second.retained());
            if (!Arrays.equals(once, twice)) throw new AssertionError("differ");
            return true;
        }

        @Override
        public long allocatedBytesMax(int inputBytes) {
            return (1L << 20) + 256L * inputBytes;
        }

        @Override
        public int mutations() {
            return 3_000;
        }
    }
}
