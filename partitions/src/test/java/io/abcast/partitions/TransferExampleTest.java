package io.abcast.partitions;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.abcast.kernel.WireReader;
import io.abcast.kernel.WireWriter;
import io.abcast.partitions.order.LocalMulticast;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Runs the example program of docs/partitions.md. */
final class TransferExampleTest {
    private static final class Transfer implements Procedure {
        static final int ACCOUNTS = 1;

        static byte[] arguments(long from, long to, long amount) {
            return new WireWriter(24).i64(from).i64(to).i64(amount).toByteArray();
        }

        @Override
        public String name() {
            return "transfer";
        }

        @Override
        public void declare(byte[] arguments, DeclaredKeys keys) {
            WireReader in = new WireReader(arguments);
            keys.update(RowKey.of(ACCOUNTS, in.i64()));
            keys.update(RowKey.of(ACCOUNTS, in.i64()));
        }

        @Override
        public byte[] run(byte[] arguments, Transaction tx) {
            WireReader in = new WireReader(arguments);
            RowKey from = RowKey.of(ACCOUNTS, in.i64());
            RowKey to = RowKey.of(ACCOUNTS, in.i64());
            long amount = in.i64();
            long left = balance(tx.get(from)) - amount;
            if (left < 0) throw tx.abort("the account has less than " + amount);
            tx.put(from, row(left));
            tx.put(to, row(balance(tx.get(to)) + amount));
            return row(left);
        }

        static long balance(byte[] row) {
            return row == null ? 0 : new WireReader(row).i64();
        }

        static byte[] row(long balance) {
            return new WireWriter(8).i64(balance).toByteArray();
        }
    }

    @Test
    void moneyMovesBetweenPartitions() throws Exception {
        Partitioner byNumber =
                new Partitioner() {
                    @Override
                    public String name() {
                        return "account modulo 2";
                    }

                    @Override
                    public int homeOf(RowKey key) {
                        return (int) (key.id() % 2);
                    }
                };
        Population initialBalances =
                new Population() {
                    @Override
                    public String name() {
                        return "100 for each of 10 accounts";
                    }

                    @Override
                    public void populate(int partition, Sink rows) {
                        for (long account = partition; account < 10; account += 2)
                            rows.put(RowKey.of(Transfer.ACCOUNTS, account), Transfer.row(100));
                    }
                };
        StoreDefinition bank =
                new StoreDefinition(
                        List.of(StoreTable.rows(Transfer.ACCOUNTS, "account")),
                        List.of(new Transfer()),
                        byNumber,
                        initialBalances);
        LocalMulticast multicast = LocalMulticast.of(2, 3, LocalMulticast.Settings.DEFAULT);
        try (PartitionedStore store =
                PartitionedStore.start(multicast.at(1), bank, StoreOptions.DEFAULT)) {
            StoreOutcome outcome = store.run("transfer", Transfer.arguments(4, 7, 30)).get();
            assertTrue(outcome.committed());
            assertEquals(70, Transfer.balance(outcome.result("A")));
            assertEquals(
                    130,
                    Transfer.balance(store.rows("B").get().get(RowKey.of(Transfer.ACCOUNTS, 7))));
            StoreOutcome refused = store.run("transfer", Transfer.arguments(4, 7, 71)).get();
            assertFalse(refused.committed());
            assertEquals("the account has less than 71", refused.reason());
        }
    }
}
