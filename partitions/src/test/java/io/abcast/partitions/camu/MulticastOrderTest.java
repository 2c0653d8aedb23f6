package io.abcast.partitions.camu;

import static io.abcast.partitions.Cells.bytes;
import static io.abcast.partitions.Cells.cell;
import static io.abcast.partitions.Cells.number;
import static io.abcast.partitions.camu.CamuStores.SECONDS;
import static io.abcast.partitions.camu.CamuStores.get;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.abcast.kernel.SplitMix64;
import io.abcast.partitions.Cells;
import io.abcast.partitions.Cells.Use;
import io.abcast.partitions.Cells.Used;
import io.abcast.partitions.DeclaredKeys;
import io.abcast.partitions.Population;
import io.abcast.partitions.Procedure;
import io.abcast.partitions.StoreDefinition;
import io.abcast.partitions.StoreOptions;
import io.abcast.partitions.StoreOutcome;
import io.abcast.partitions.Transaction;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BiConsumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests the store over CAMU, with several servers in the JVM of the test. */
final class MulticastOrderTest {
    private static final StoreOptions OPTIONS = StoreOptions.DEFAULT.withDigestEvery(10);

    private static Procedure updates(
            String name, BiConsumer<byte[], Transaction> body, long... cells) {
        return new Procedure() {
            @Override
            public String name() {
                return name;
            }

            @Override
            public void declare(byte[] arguments, DeclaredKeys keys) {
                for (long each : cells) keys.update(cell(each));
            }

            @Override
            public byte[] run(byte[] arguments, Transaction tx) {
                body.accept(arguments, tx);
                return bytes(number(arguments));
            }
        };
    }

    private static Procedure set() {
        return updates(
                "set",
                (arguments, tx) -> {
                    tx.put(cell(0), arguments);
                    tx.put(cell(1), arguments);
                },
                0,
                1);
    }

    private static Procedure setCell() {
        return new Procedure() {
            @Override
            public String name() {
                return "set_cell";
            }

            @Override
            public void declare(byte[] arguments, DeclaredKeys keys) {
                keys.update(cell(number(arguments)));
            }

            @Override
            public byte[] run(byte[] arguments, Transaction tx) {
                tx.put(cell(number(arguments)), arguments);
                return null;
            }
        };
    }

    private static byte[] pair(long cell, long value) {
        return ByteBuffer.allocate(16).putLong(cell).putLong(value).array();
    }

    private static byte[] mixOf(SplitMix64 random) {
        List<Used> cells = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            long drawn = random.next();
            Use use = Use.values()[(int) Long.remainderUnsigned(drawn, Use.values().length)];
            long number = 3 * Long.remainderUnsigned(drawn >>> 8, 5) + i;
            cells.add(new Used(use, number));
        }
        return Cells.mix(random.next(), cells.toArray(Used[]::new));
    }

    @Test
    void replicasOfAllServersExecuteTheSameTransactions(@TempDir Path dir) throws Exception {
        StoreDefinition definition = Cells.definition(2, set());
        SplitMix64 random = new SplitMix64(5);
        try (CamuStores stores = new CamuStores("A=1,2,3;B=1,2,3", "", dir)) {
            stores.startAll(definition, OPTIONS, 1, 2, 3);
            StoreOutcome outcome = stores.run(1, "set", bytes(7));
            assertTrue(outcome.committed(), outcome::reason);
            assertEquals(List.of("A", "B"), outcome.partitions());
            assertEquals(7, number(outcome.result("B")));
            assertEquals(7, number(get(stores.store(2).queryLinearizable("peek", bytes(1)))));
            List<CompletableFuture<StoreOutcome>> open = new ArrayList<>();
            for (int i = 0; i < 200; i++)
                open.add(stores.store(1 + i % 3).run("mix", mixOf(random)));
            for (CompletableFuture<StoreOutcome> each : open) get(each);
            stores.awaitEqual("A");
            stores.awaitEqual("B");
            stores.kill(3);
            for (int i = 0; i < 50; i++) stores.run(1 + i % 2, "mix", mixOf(random));
            stores.start(3, definition, OPTIONS);
            stores.awaitActive(3);
            stores.run(3, "mix", mixOf(random));
            stores.awaitEqual("A");
            stores.awaitEqual("B");
        }
    }

    @Test
    void aMultiThatWaitsForValuesHoldsUpItsKeysOnly(@TempDir Path dir) throws Exception {
        CountDownLatch latch = new CountDownLatch(1);
        Procedure hold =
                updates(
                        "hold",
                        (arguments, tx) -> {
                            try {
                                latch.await(SECONDS, TimeUnit.SECONDS);
                            } catch (InterruptedException e) {
                                throw new IllegalStateException(e);
                            }
                        },
                        1);
        StoreDefinition definition = Cells.definition(2, set(), setCell(), hold);
        String attributes = "snapshot_every_bytes=\"2000\"";
        try (CamuStores stores = new CamuStores("A=1,2,3;B=4", attributes, dir)) {
            stores.startAll(definition, OPTIONS, 1, 2, 3, 4);
            CompletableFuture<StoreOutcome> held = stores.store(4).run("hold", bytes(1));
            CompletableFuture<StoreOutcome> waiting = stores.store(1).run("set", bytes(1));
            while (get(stores.store(1).figures("A")).waiting() == 0) Thread.sleep(1);
            CompletableFuture<StoreOutcome> sameKey = stores.store(1).run("set_cell", pair(0, 5));
            // The payloads of the 100 calls exceed snapshot_every_bytes in total, so the log
            // requests a snapshot.
            for (int i = 0; i < 100; i++) stores.run(1 + i % 3, "set_cell", pair(2, i));
            assertFalse(held.isDone() || waiting.isDone() || sameKey.isDone());
            latch.countDown();
            assertTrue(get(waiting).committed());
            assertTrue(get(sameKey).committed());
            for (int i = 0; i < 100; i++) stores.run(1, "set_cell", pair(2, i));
            long deadline = System.nanoTime() + SECONDS * 1_000_000_000;
            while (stores.order(1).multicast().log("A").getStorageSnapshotsTaken() == 0) {
                assertTrue(System.nanoTime() < deadline, "no snapshot");
                Thread.sleep(10);
            }
            stores.kill(2);
            stores.start(2, definition, OPTIONS);
            stores.awaitActive(2);
            stores.run(2, "set", bytes(9));
            assertEquals(9, number(get(stores.store(2).queryLinearizable("peek", bytes(0)))));
        }
    }

    @Test
    void aReplicaThatFindsValuesGoneEverywhereIsReadmitted(@TempDir Path dir) throws Exception {
        AtomicInteger starts = new AtomicInteger();
        StoreDefinition definition = Cells.definition(2, set(), setCell());
        StoreOptions small = OPTIONS.withReadsBytesMax(3_000);
        String attributes = "snapshot_every_bytes=\"100000\"";
        try (CamuStores stores = new CamuStores("A=1,2,3;B=1,2", attributes, dir)) {
            stores.startAll(definition, small, 1, 2, 3);
            for (int i = 0; i < 20; i++) stores.run(1, "set", bytes(i));
            stores.kill(3);
            for (int i = 20; i < 150; i++) stores.run(1, "set", bytes(i));
            assertTrue(get(stores.store(1).figures("A")).dropped() > 0);
            Population counting = counting(definition.population(), starts);
            stores.start(3, definition.with(counting), small);
            long deadline = System.nanoTime() + SECONDS * 1_000_000_000;
            while (starts.get() < 2) {
                assertTrue(System.nanoTime() < deadline, "the replica does not discard its state");
                Thread.sleep(10);
            }
            byte[] large = ByteBuffer.allocate(20_000).putLong(2).array();
            for (int i = 0; i < 15; i++) stores.run(1, "set_cell", large);
            stores.awaitEqual("A");
            stores.awaitActive(3);
            stores.run(3, "set", bytes(200));
            assertEquals(200, number(get(stores.store(3).queryLinearizable("peek", bytes(0)))));
            stores.awaitEqual("A");
        }
    }

    private static Population counting(Population population, AtomicInteger calls) {
        return new Population() {
            @Override
            public String name() {
                return population.name();
            }

            @Override
            public void populate(int partition, Sink rows) {
                calls.incrementAndGet();
                population.populate(partition, rows);
            }
        };
    }

    @Test
    void durableSnapshotsEndTheRetentionOfValues(@TempDir Path dir) throws Exception {
        StoreDefinition definition = Cells.definition(2, set());
        String attributes = "snapshot_every_bytes=\"2000\"";
        try (CamuStores stores = new CamuStores("A=1,2,3;B=1,2,3", attributes, dir)) {
            stores.startAll(definition, OPTIONS, 1, 2, 3);
            long largest = 0;
            long deadline = System.nanoTime() + SECONDS * 1_000_000_000;
            for (int i = 0; ; i++) {
                stores.run(1 + i % 3, "set", bytes(i));
                long bytes = get(stores.store(1).figures("A")).retainedBytes();
                largest = Math.max(largest, bytes);
                if (i >= 100 && bytes < largest / 2) break;
                assertTrue(System.nanoTime() < deadline, bytes + " bytes are retained");
            }
            assertEquals(0, get(stores.store(1).figures("A")).dropped());
        }
    }

    @Test
    void aReplicaWithAnotherDigestHaltsAndNamesThePlace() throws Exception {
        AtomicInteger calls = new AtomicInteger();
        Procedure differs =
                updates(
                        "differs",
                        (arguments, tx) -> {
                            // At one of its three executions, the fifth transaction writes another
                            // value than at the other executions.
                            boolean isFirst =
                                    number(arguments) == 5 && calls.incrementAndGet() == 1;
                            tx.put(cell(0), bytes(isFirst ? 99 : 1));
                        },
                        0);
        StoreDefinition definition = Cells.definition(2, differs);
        try (CamuStores stores = new CamuStores("A=1,2,3;B=1,2,3", "", null)) {
            stores.startAll(definition, OPTIONS, 1, 2, 3);
            List<CompletableFuture<Void>> ends = new ArrayList<>();
            for (int server = 1; server <= 3; server++)
                ends.add(stores.order(server).multicast().stopped("A"));
            // The replicas compare digests after ten deliveries. The tenth call may fail, because
            // the replica of the caller's server may be the replica with a different digest.
            for (int i = 1; i < 10; i++) stores.run(1, "differs", bytes(i));
            CompletableFuture<StoreOutcome> tenth = stores.store(1).run("differs", bytes(10));
            ExecutionException halted =
                    assertThrows(
                            ExecutionException.class,
                            () ->
                                    get(
                                            CompletableFuture.anyOf(
                                                    ends.toArray(CompletableFuture[]::new))));
            String message = halted.getCause().getMessage();
            assertTrue(message.contains("deliveries 1 to 10: writes differ"), message);
            assertEquals(true, get(tenth.handle((outcome, failure) -> true)));
        }
    }

    @Test
    void aLaterServerWithOtherProceduresStopsAndNamesThem() throws Exception {
        StoreDefinition definition = Cells.definition(2, set());
        StoreDefinition changed = Cells.definition(2, set(), setCell());
        try (CamuStores stores = new CamuStores("A=1,2,3;B=1,2,3", "", null)) {
            stores.startAll(definition, OPTIONS, 1, 2, 3);
            stores.kill(3);
            stores.start(3, changed, OPTIONS);
            CompletableFuture<Void> end = stores.order(3).multicast().stopped();
            ExecutionException refused = assertThrows(ExecutionException.class, () -> get(end));
            String message = refused.getCause().getMessage();
            assertTrue(message.contains("set,set_cell"), message);
            stores.run(1, "set", bytes(1));
        }
    }

    @Test
    void aServerWhoseDiskHasOtherProceduresDoesNotStart(@TempDir Path dir) throws Exception {
        StoreDefinition definition = Cells.definition(2, set());
        StoreDefinition changed = Cells.definition(2, set(), setCell());
        try (CamuStores stores = new CamuStores("A=1,2,3;B=1,2,3", "", dir)) {
            stores.startAll(definition, OPTIONS, 1, 2, 3);
            stores.kill(3);
            IllegalStateException refused =
                    assertThrows(
                            IllegalStateException.class, () -> stores.start(3, changed, OPTIONS));
            assertTrue(refused.getMessage().contains("set,set_cell"), refused::getMessage);
        }
    }
}
