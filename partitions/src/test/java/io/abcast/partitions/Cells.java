package io.abcast.partitions;

import io.abcast.kernel.SplitMix64;
import io.abcast.kernel.WireReader;
import io.abcast.kernel.WireWriter;
import java.nio.ByteBuffer;
import java.util.List;

/**
 * A store for tests: numbered cells, each with a note (a row that the cell's lock protects). The procedure {@code mix}
 * uses cells in all possible ways, and writes rows that depend on all rows that it has read.
 */
public final class Cells {
    public enum Use {
        READ,
        UPDATE,
        WRITE,
        HOME_READ,
        HOME_UPDATE
    }

    public static final int CELL = 1;
    public static final int NOTE = 2;
    public static final int CONSTANT = 3;
    public static final int LABEL = 4;

    private static final int ABORTS_ONE_IN = 16;

    private Cells() {}

    public static RowKey cell(long number) {
        return RowKey.of(CELL, number);
    }

    public static RowKey note(long number) {
        return RowKey.of(NOTE, number);
    }

    public static StoreDefinition definition(int partitions, Procedure... more) {
        List<Procedure> procedures = new java.util.ArrayList<>(List.of(more));
        procedures.add(new Mix());
        procedures.add(new Peek());
        procedures.add(new Chase());
        return new StoreDefinition(
                List.of(
                        StoreTable.rows(CELL, "cell"),
                        StoreTable.covered(NOTE, "note", key -> cell(key.id())),
                        StoreTable.everywhere(CONSTANT, "constant"),
                        StoreTable.fixed(LABEL, "label")),
                procedures,
                new Partitioner() {
                    @Override
                    public String name() {
                        return "cell modulo " + partitions;
                    }

                    @Override
                    public int homeOf(RowKey key) {
                        return (int) Long.remainderUnsigned(key.id(), partitions);
                    }
                },
                new Population() {
                    @Override
                    public String name() {
                        return "labels";
                    }

                    @Override
                    public void populate(int partition, Sink rows) {
                        rows.put(RowKey.of(CONSTANT, 7), bytes(77));
                        rows.put(RowKey.of(LABEL, partition), bytes(1000 + partition));
                    }
                });
    }

    public static byte[] bytes(long number) {
        return ByteBuffer.allocate(8).putLong(number).array();
    }

    public static long number(byte[] row) {
        return row == null ? -1 : ByteBuffer.wrap(row).getLong();
    }

    public record Used(Use use, long cell) {}

    public static byte[] mix(long salt, Used... cells) {
        WireWriter out = new WireWriter(64).i64(salt).varint(cells.length);
        for (Used each : cells) out.u8(each.use.ordinal()).varint(each.cell);
        return out.toByteArray();
    }

    private static final class Mix implements Procedure {
        @Override
        public String name() {
            return "mix";
        }

        private static List<Used> cells(WireReader in) {
            return in.list(100, each -> new Used(Use.values()[each.u8()], each.varint()));
        }

        @Override
        public void declare(byte[] arguments, DeclaredKeys keys) {
            WireReader in = new WireReader(arguments);
            in.i64();
            for (Used each : cells(in)) {
                RowKey key = cell(each.cell);
                switch (each.use) {
                    case READ -> keys.read(key);
                    case UPDATE -> keys.update(key);
                    case WRITE -> keys.write(key);
                    case HOME_READ -> keys.homeRead(key);
                    case HOME_UPDATE -> keys.homeUpdate(note(each.cell));
                }
            }
        }

        @Override
        public byte[] run(byte[] arguments, Transaction tx) {
            WireReader in = new WireReader(arguments);
            long mixed = in.i64() + number(tx.get(RowKey.of(CONSTANT, 7)));
            List<Used> cells = cells(in);
            for (Used each : cells)
                if (each.use == Use.READ || each.use == Use.UPDATE)
                    mixed = SplitMix64.mix(mixed + number(tx.get(cell(each.cell))));
            if (Long.remainderUnsigned(mixed, ABORTS_ONE_IN) == 0)
                throw tx.abort("mixed to " + mixed);
            long all = mixed;
            long[] home = {mixed};
            for (Used each : cells) {
                RowKey key = cell(each.cell);
                if (each.use == Use.UPDATE || each.use == Use.WRITE)
                    tx.put(key, bytes(SplitMix64.mix(all + each.cell)));
                if (each.use == Use.HOME_READ) tx.atHome(key, () -> home[0] += number(tx.get(key)));
                if (each.use == Use.HOME_UPDATE) tx.atHome(key, () -> scribble(key, all, tx));
            }
            return bytes(home[0]);
        }

        private static void scribble(RowKey key, long mixed, Transaction tx) {
            long next =
                    SplitMix64.mix(mixed + number(tx.get(key)) + number(tx.get(note(key.id()))));
            tx.put(key, bytes(next));
            if (next % 4 == 0) tx.remove(note(key.id()));
            else tx.put(note(key.id()), bytes(next + 1));
        }
    }

    private static final class Peek implements Procedure {
        @Override
        public String name() {
            return "peek";
        }

        @Override
        public void declare(byte[] arguments, DeclaredKeys keys) {
            keys.read(cell(number(arguments)));
        }

        @Override
        public byte[] run(byte[] arguments, Transaction tx) {
            return bytes(number(tx.get(cell(number(arguments)))));
        }
    }

    private static final class Chase implements Procedure {
        @Override
        public String name() {
            return "chase";
        }

        @Override
        public Finder finder(byte[] arguments) {
            return new Finder("peek", arguments);
        }

        @Override
        public byte[] complete(byte[] arguments, byte[] found) {
            return ByteBuffer.allocate(16).put(arguments).put(found).array();
        }

        @Override
        public void declare(byte[] arguments, DeclaredKeys keys) {
            keys.read(cell(ByteBuffer.wrap(arguments).getLong(0)));
            keys.update(cell(ByteBuffer.wrap(arguments).getLong(8)));
        }

        @Override
        public byte[] run(byte[] arguments, Transaction tx) {
            long target = ByteBuffer.wrap(arguments).getLong(8);
            if (number(tx.get(cell(ByteBuffer.wrap(arguments).getLong(0)))) != target)
                throw tx.stale();
            tx.put(cell(target), bytes(number(tx.get(cell(target))) + 1));
            return bytes(target);
        }
    }
}
