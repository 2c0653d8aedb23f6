package io.abcast.partitions;

import static io.abcast.partitions.Cells.bytes;
import static io.abcast.partitions.Cells.cell;
import static io.abcast.partitions.Cells.number;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.abcast.partitions.Cells.Use;
import io.abcast.partitions.Cells.Used;
import io.abcast.partitions.StoreOutcome.Status;
import io.abcast.partitions.order.LocalMulticast;
import io.abcast.partitions.order.StoreBusyException;
import io.abcast.partitions.order.StoreOrder;
import java.lang.reflect.Proxy;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.function.BiFunction;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

final class PartitionedStoreTest {
    private final List<PartitionedStore> stores = new ArrayList<>();
    private LocalMulticast multicast = LocalMulticast.of(2, 3, LocalMulticast.Settings.DEFAULT);

    @AfterEach
    void close() {
        stores.forEach(PartitionedStore::close);
    }

    private static Procedure both(String name, BiFunction<byte[], Transaction, byte[]> body) {
        return new Procedure() {
            @Override
            public String name() {
                return name;
            }

            @Override
            public void declare(byte[] arguments, DeclaredKeys keys) {
                keys.update(cell(0));
                keys.update(cell(1));
            }

            @Override
            public byte[] run(byte[] arguments, Transaction tx) {
                return body.apply(arguments, tx);
            }
        };
    }

    private static Procedure set() {
        return both(
                "set",
                (arguments, tx) -> {
                    tx.put(cell(0), arguments);
                    tx.put(cell(1), arguments);
                    return bytes(number(arguments) + 1);
                });
    }

    private PartitionedStore start(Procedure... procedures) {
        StoreDefinition definition = Cells.definition(2, procedures);
        for (int server = 1; server <= 3; server++)
            stores.add(
                    PartitionedStore.start(multicast.at(server), definition, StoreOptions.DEFAULT));
        return stores.get(0);
    }

    private static <T> T get(CompletableFuture<T> future)
            throws InterruptedException, ExecutionException {
        return future.orTimeout(60, TimeUnit.SECONDS).get();
    }

    private static StoreOutcome run(PartitionedStore store, String procedure, byte[] arguments)
            throws InterruptedException, ExecutionException {
        return get(store.run(procedure, arguments));
    }

    private static void awaitExecuted(PartitionedStore store, String partition, long seq)
            throws InterruptedException, ExecutionException {
        while (get(store.figures(partition)).executed() < seq) Thread.onSpinWait();
    }

    private static long read(PartitionedStore store, int cell)
            throws InterruptedException, ExecutionException {
        return number(get(store.queryLinearizable("peek", bytes(cell))));
    }

    @Test
    void aTransactionTakesEffectInAllItsPartitions() throws Exception {
        PartitionedStore store = start(set());
        StoreOutcome outcome = run(store, "set", bytes(5));
        assertEquals(Status.COMMITTED, outcome.status());
        assertEquals(List.of("A", "B"), outcome.partitions());
        assertEquals(6, number(outcome.result("B")));
        assertThrows(IllegalArgumentException.class, () -> outcome.result("C"));
        assertEquals(5, read(store, 0));
        assertEquals(5, read(store, 1));
    }

    @Test
    void replicasHaveEqualRowsAndDigests() throws Exception {
        PartitionedStore store = start(set());
        List<CompletableFuture<StoreOutcome>> all = new ArrayList<>();
        for (int i = 0; i < 400; i++)
            all.add(
                    i % 3 == 0
                            ? store.run("set", bytes(i))
                            : store.run(
                                    "mix",
                                    Cells.mix(
                                            i,
                                            new Used(Use.UPDATE, i % 7),
                                            new Used(Use.READ, i % 5),
                                            new Used(Use.HOME_UPDATE, 10 + i % 3))));
        for (CompletableFuture<StoreOutcome> each : all) get(each);
        for (String partition : List.of("A", "B")) {
            StoreDigest expected = null;
            for (int i = 0; i < 3; i++) {
                PartitionedStore each = stores.get(i);
                long last = multicast.last(partition.equals("A") ? 0 : 1);
                awaitExecuted(each, partition, last);
                StoreDigest digest = get(each.digest(partition));
                if (expected == null) expected = digest;
                assertEquals(expected, digest);
            }
        }
    }

    @Test
    void anUndeclaredKeyAbortsAndNamesProcedureAndKey() throws Exception {
        Procedure greedy =
                both(
                        "greedy",
                        (arguments, tx) -> {
                            tx.put(cell(0), bytes(9));
                            tx.put(cell(2), bytes(9));
                            return null;
                        });
        PartitionedStore store = start(greedy, set());
        run(store, "set", bytes(1));
        StoreOutcome outcome = run(store, "greedy", bytes(0));
        assertEquals(Status.ABORTED, outcome.status());
        assertTrue(outcome.reason().contains("greedy"), outcome.reason());
        assertTrue(outcome.reason().contains("cell:2"), outcome.reason());
        assertEquals(1, read(store, 0));
    }

    @Test
    void anExceptionIsAnAbort() throws Exception {
        Procedure broken =
                both(
                        "broken",
                        (arguments, tx) -> {
                            tx.put(cell(0), bytes(9));
                            throw new IllegalStateException("no luck");
                        });
        PartitionedStore store = start(broken, set());
        run(store, "set", bytes(1));
        StoreOutcome outcome = run(store, "broken", bytes(0));
        assertEquals(Status.ABORTED, outcome.status());
        assertTrue(outcome.reason().contains("no luck"), outcome.reason());
        assertEquals(1, read(store, 0));
        assertEquals(1, read(store, 1));
    }

    @Test
    void anErrorHaltsTheReplicas() throws Exception {
        Procedure defect =
                both(
                        "defect",
                        (arguments, tx) -> {
                            throw new StackOverflowError("a defect");
                        });
        PartitionedStore store = start(defect);
        ExecutionException e =
                assertThrows(ExecutionException.class, () -> run(store, "defect", bytes(0)));
        assertTrue(e.getCause().getMessage().contains("no replica"), e.getMessage());
        while (multicast.failure(0, 1) == null) Thread.onSpinWait();
        assertInstanceOf(StackOverflowError.class, multicast.failure(0, 1));
    }

    @Test
    void aFailureInABlockAtHomeOfOneDestinationHaltsIt() throws Exception {
        Procedure split =
                both(
                        "split",
                        (arguments, tx) -> {
                            tx.atHome(cell(1), () -> tx.get(cell(3)));
                            return null;
                        });
        PartitionedStore store = start(split);
        assertThrows(ExecutionException.class, () -> run(store, "split", bytes(0)));
        assertNull(multicast.failure(0, 1));
        assertNotNull(multicast.failure(1, 1));
        assertTrue(multicast.failure(1, 1).getMessage().contains("cell:3"));
    }

    @Test
    void writesOfABlockAtHomeAreNotSeenOutsideOfIt() throws Exception {
        Procedure hidden =
                both(
                        "hidden",
                        (arguments, tx) -> {
                            tx.atHome(cell(0), () -> tx.put(cell(0), bytes(100)));
                            if (number(tx.get(cell(0))) == 100) throw tx.abort("seen");
                            tx.put(cell(1), bytes(number(tx.get(cell(0))) + 1));
                            return null;
                        });
        PartitionedStore store = start(hidden, set());
        run(store, "set", bytes(7));
        assertTrue(run(store, "hidden", bytes(0)).committed());
        assertEquals(100, read(store, 0));
        assertEquals(8, read(store, 1));
    }

    @Test
    void keysThatHaveChangedAreFoundAgain() throws Exception {
        PartitionedStore store = start(setCell());
        run(store, "set_cell", pair(0, 4));
        byte[] old = get(store.prepare("chase", bytes(0)));
        run(store, "set_cell", pair(0, 6));
        StoreOutcome stale = get(store.submit("chase", old));
        assertEquals(Status.STALE, stale.status());
        assertEquals(-1, read(store, 4));
        StoreOutcome again = run(store, "chase", bytes(0));
        assertTrue(again.committed());
        assertEquals(6, number(again.results().get(0)));
        assertEquals(0, read(store, 6));
    }

    private static byte[] pair(long one, long other) {
        return ByteBuffer.allocate(16).putLong(one).putLong(other).array();
    }

    private static Procedure setCell() {
        return new Procedure() {
            @Override
            public String name() {
                return "set_cell";
            }

            @Override
            public void declare(byte[] arguments, DeclaredKeys keys) {
                keys.write(cell(ByteBuffer.wrap(arguments).getLong(0)));
            }

            @Override
            public byte[] run(byte[] arguments, Transaction tx) {
                RowKey key = cell(ByteBuffer.wrap(arguments).getLong(0));
                tx.put(key, bytes(ByteBuffer.wrap(arguments).getLong(8)));
                return null;
            }
        };
    }

    @Test
    void aTransactionWhoseKeysChangeAllTheTimeStaysStale() throws Exception {
        Procedure never =
                new Procedure() {
                    @Override
                    public String name() {
                        return "never";
                    }

                    @Override
                    public void declare(byte[] arguments, DeclaredKeys keys) {
                        keys.read(cell(0));
                    }

                    @Override
                    public byte[] run(byte[] arguments, Transaction tx) {
                        throw tx.stale();
                    }
                };
        PartitionedStore store = start(never);
        assertEquals(Status.STALE, run(store, "never", bytes(0)).status());
        assertEquals(1 + StoreOptions.DEFAULT.staleRetriesMax(), multicast.last(0));
    }

    @Test
    void aSingleWaitsOnlyForKeysOfTransactionsThatWaitForValues() throws Exception {
        PartitionedStore store = start(set(), setCell());
        multicast.setNetwork((partition, server, message) -> partition != 0);
        CompletableFuture<StoreOutcome> waiting = store.run("set", bytes(1));
        CompletableFuture<StoreOutcome> sameKey = store.run("set_cell", pair(0, 5));
        assertTrue(run(store, "set_cell", pair(2, 5)).committed());
        assertTrue(run(store, "set_cell", pair(1, 5)).committed());
        assertFalse(waiting.isDone() || sameKey.isDone());
        while (get(store.figures("A")).waiting() == 0) Thread.onSpinWait();
        assertEquals(1, get(store.figures("A")).waiting());
        multicast.setNetwork((partition, server, message) -> true);
        assertTrue(get(waiting).committed());
        assertTrue(get(sameKey).committed());
        assertTrue(get(store.figures("A")).asked() > 0);
    }

    @Test
    void manyTransactionsInFlightAreRefused() throws Exception {
        multicast = LocalMulticast.of(2, 3, new LocalMulticast.Settings(2, true));
        PartitionedStore store = start(set());
        multicast.setNetwork((partition, server, message) -> false);
        store.run("set", bytes(1));
        store.run("set", bytes(2));
        ExecutionException e =
                assertThrows(ExecutionException.class, () -> run(store, "set", bytes(3)));
        assertInstanceOf(StoreBusyException.class, e.getCause());
        assertTrue(e.getMessage().contains("at most 2"), e.getMessage());
    }

    @Test
    void wrongCallsAreRefusedBeforeTheyAreSent() {
        PartitionedStore store = start();
        assertRefused(store.run("nothing", bytes(0)), "nothing");
        assertRefused(store.run("mix", new byte[3]), "mix");
        assertRefused(store.run("mix", Cells.mix(1)), "no key declared");
        assertEquals(0, multicast.last(0) + multicast.last(1));
    }

    private static void assertRefused(CompletableFuture<?> future, String part) {
        ExecutionException e = assertThrows(ExecutionException.class, () -> get(future));
        assertInstanceOf(IllegalArgumentException.class, e.getCause());
        assertTrue(e.getMessage().contains(part), e.getMessage());
    }

    @Test
    void aPayloadThatIsNoCallIsAnAbort() throws Exception {
        PartitionedStore store = start(set());
        get(multicast.at(1).amcast(new int[] {0, 1}, new byte[] {5, 1}));
        get(multicast.at(1).amcast(new int[] {0}, new byte[] {1, 'x'}));
        // The call uses keys of both partitions, but only one of the partitions is a destination of
        // the transaction.
        byte[] name = "set".getBytes(java.nio.charset.StandardCharsets.UTF_8);
        byte[] payload = ByteBuffer.allocate(12).put((byte) 3).put(name).putLong(1).array();
        get(multicast.at(1).amcast(new int[] {0}, payload));
        assertEquals(-1, read(store, 0));
        assertTrue(run(store, "set", bytes(2)).committed());
        awaitExecuted(store, "A", multicast.last(0));
        assertEquals(3, get(store.figures("A")).aborted());
    }

    @Test
    void aServerWithAnotherDefinitionDoesNotStart() {
        start(set());
        StoreDefinition other = Cells.definition(2);
        LocalMulticast fresh = LocalMulticast.of(2, 2, LocalMulticast.Settings.DEFAULT);
        stores.add(PartitionedStore.start(fresh.at(1), other, StoreOptions.DEFAULT));
        IllegalArgumentException e =
                assertThrows(
                        IllegalArgumentException.class,
                        () ->
                                PartitionedStore.start(
                                        fresh.at(2),
                                        Cells.definition(2, set()),
                                        StoreOptions.DEFAULT));
        assertTrue(e.getMessage().contains("procedures=chase,mix,peek,set"), e.getMessage());
    }

    @Test
    void queriesAreLocalLinearizableOrOrdered() throws Exception {
        Procedure sum =
                new Procedure() {
                    @Override
                    public String name() {
                        return "sum";
                    }

                    @Override
                    public void declare(byte[] arguments, DeclaredKeys keys) {
                        keys.read(cell(0));
                        keys.read(cell(1));
                    }

                    @Override
                    public byte[] run(byte[] arguments, Transaction tx) {
                        return bytes(number(tx.get(cell(0))) + number(tx.get(cell(1))));
                    }
                };
        start(set(), sum);
        PartitionedStore store = stores.get(2);
        run(store, "set", bytes(21));
        long before = multicast.last(0);
        assertEquals(21, number(get(store.queryLinearizable("peek", bytes(0)))));
        assertEquals(before, multicast.last(0));
        assertEquals(42, number(get(store.query("sum", bytes(0)))));
        assertEquals(before + 1, multicast.last(0));
        // A server without replicas sends all its queries through the multicast.
        PartitionedStore client =
                PartitionedStore.start(
                        multicast.at(9), Cells.definition(2, set(), sum), StoreOptions.DEFAULT);
        stores.add(client);
        assertEquals(21, number(get(client.query("peek", bytes(1)))));
        assertEquals(before + 2, multicast.last(1));
    }

    @Test
    void aLinearizableQueryReadsTheStateAtItsPlace() throws Exception {
        StoreDefinition definition = Cells.definition(2, set());
        for (int server : new int[] {2, 3})
            stores.add(
                    PartitionedStore.start(multicast.at(server), definition, StoreOptions.DEFAULT));
        StoreOrder order = multicast.at(1);
        StoreOrder slow =
                (StoreOrder)
                        Proxy.newProxyInstance(
                                getClass().getClassLoader(),
                                new Class<?>[] {StoreOrder.class},
                                (proxy, method, arguments) -> {
                                    Object result = method.invoke(order, arguments);
                                    if (method.getName().equals("linearize")) {
                                        run(stores.get(0), "set", bytes(22));
                                        awaitExecuted(stores.get(2), "A", 2);
                                    }
                                    return result;
                                });
        PartitionedStore store = PartitionedStore.start(slow, definition, StoreOptions.DEFAULT);
        stores.add(store);
        run(store, "set", bytes(21));
        assertEquals(21, number(get(store.queryLinearizable("peek", bytes(0)))));
        assertEquals(22, number(get(store.query("peek", bytes(0)))));
    }

    @Test
    void aQueryThatWritesIsRefused() {
        PartitionedStore store = start(setCell());
        assertRefused(store.query("set_cell", pair(0, 1)), "set_cell");
    }

    @Test
    void aRestartedReplicaExecutesTheSameAgain() throws Exception {
        PartitionedStore store = start(set());
        for (int i = 0; i < 50; i++) run(store, "set", bytes(i));
        multicast.snapshot(0, 2).get(60, TimeUnit.SECONDS);
        for (int i = 50; i < 100; i++) run(store, "set", bytes(i));
        multicast.crash(0, 2);
        for (int i = 100; i < 150; i++) run(store, "set", bytes(i));
        multicast.restart(0, 2);
        run(store, "set", bytes(150));
        PartitionedStore restarted = stores.get(1);
        awaitExecuted(store, "A", multicast.last(0));
        awaitExecuted(restarted, "A", multicast.last(0));
        assertEquals(get(store.digest("A")), get(restarted.digest("A")));
        assertArrayEquals(bytes(150), get(restarted.query("peek", bytes(0))));
    }

    @Test
    void questionsToAStoppedReplicaFail() throws Exception {
        PartitionedStore store = start(set());
        run(store, "set", bytes(1));
        multicast.crash(0, 1);
        ExecutionException e =
                assertThrows(ExecutionException.class, () -> get(store.query("peek", bytes(0))));
        assertTrue(e.getMessage().contains("has stopped"), e.getMessage());
        assertThrows(ExecutionException.class, () -> get(store.rows("A")));
        assertTrue(run(store, "set", bytes(2)).committed());
    }

    @Test
    void aReplicaThatFindsValuesGoneEverywhereFetchesTheStateOfAnotherOne() throws Exception {
        StoreDefinition definition = Cells.definition(2, set());
        StoreOptions options = new StoreOptions(2, 5_000, 10, 1_000_000, 0);
        for (int server = 1; server <= 3; server++)
            stores.add(PartitionedStore.start(multicast.at(server), definition, options));
        PartitionedStore store = stores.get(0);
        for (int i = 0; i < 20; i++) run(store, "set", bytes(i));
        multicast.crash(1, 2);
        for (int i = 20; i < 200; i++) run(store, "set", bytes(i));
        assertTrue(get(store.figures("A")).dropped() > 0);
        multicast.restart(1, 2);
        PartitionedStore restarted = stores.get(1);
        while (multicast.discards(1, 2) == 0 || !multicast.runs(1, 2)) Thread.onSpinWait();
        run(store, "set", bytes(200));
        awaitExecuted(store, "B", 201);
        awaitExecuted(restarted, "B", 201);
        assertEquals(get(store.digest("B")), get(restarted.digest("B")));
        assertNull(multicast.failure(1, 2));
    }

    @Test
    void aReplicaWithAnotherDigestHaltsAndNamesThePlace() throws Exception {
        int[] calls = new int[1];
        Procedure forgets =
                both(
                        "forgets",
                        (arguments, tx) -> {
                            // At one of its six executions, the fifth transaction writes another
                            // value than at the other executions.
                            synchronized (calls) {
                                boolean differs = number(arguments) == 5 && ++calls[0] == 1;
                                tx.put(cell(0), bytes(differs ? 99 : 1));
                                tx.put(cell(1), bytes(differs ? 99 : 1));
                            }
                            return null;
                        });
        StoreDefinition definition = Cells.definition(2, forgets);
        StoreOptions options = new StoreOptions(1, 1 << 20, 10, 1_000_000, 0);
        for (int server = 1; server <= 3; server++)
            stores.add(PartitionedStore.start(multicast.at(server), definition, options));
        for (int i = 1; i <= 40; i++) run(stores.get(i % 3), "forgets", bytes(i));
        List<Throwable> failures = failures();
        while (failures.isEmpty()) failures = failures();
        assertEquals(1, failures.size());
        String message = failures.get(0).getMessage();
        assertTrue(message.contains("deliveries 1 to 10: writes differ"), message);
    }

    private List<Throwable> failures() {
        List<Throwable> found = new ArrayList<>();
        for (int partition = 0; partition < 2; partition++)
            for (int server = 1; server <= 3; server++)
                if (multicast.failure(partition, server) != null)
                    found.add(multicast.failure(partition, server));
        return found;
    }
}
