package io.abcast.partitions.replica;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.abcast.kernel.GroupTimestamp;
import io.abcast.log.Storage;
import io.abcast.partitions.Cells;
import io.abcast.partitions.Cells.Use;
import io.abcast.partitions.Cells.Used;
import io.abcast.partitions.DeclaredKeys;
import io.abcast.partitions.PartitionedStore;
import io.abcast.partitions.Procedure;
import io.abcast.partitions.StoreDefinition;
import io.abcast.partitions.StoreOptions;
import io.abcast.partitions.StoreOutcome;
import io.abcast.partitions.StoreOutcome.Status;
import io.abcast.partitions.Transaction;
import io.abcast.partitions.order.LocalMulticast;
import io.abcast.partitions.rows.FrozenRows;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

final class LockedStoreTest {
    private static final int PARTITIONS = 3;
    private static final int CELLS = 9;
    private static final int CALLS = 3_000;

    /** Reads cell 1 without a declaration, after a write to cell 0. */
    private static final Procedure FORGETFUL =
            new Procedure() {
                @Override
                public String name() {
                    return "forgetful";
                }

                @Override
                public void declare(byte[] arguments, DeclaredKeys keys) {
                    keys.update(Cells.cell(0));
                    keys.update(Cells.cell(2));
                }

                @Override
                public byte[] run(byte[] arguments, Transaction tx) {
                    tx.put(Cells.cell(0), Cells.bytes(5));
                    return tx.get(Cells.cell(1));
                }
            };

    private final StoreDefinition definition = Cells.definition(PARTITIONS, FORGETFUL);
    private final List<LockedStore> stores = new ArrayList<>();
    private long number;

    LockedStoreTest() throws IOException {
        for (int p = 0; p < PARTITIONS; p++) stores.add(new LockedStore(p, definition, null));
    }

    private GroupTimestamp next() {
        return new GroupTimestamp(1, 1, ++number);
    }

    private List<StoreCall.Answer> execute(byte[] call, int... participants) {
        GroupTimestamp timestamp = next();
        List<LockedStore.Part> parts = new ArrayList<>();
        for (int each : participants)
            parts.add(stores.get(each).part(call, participants, timestamp));
        List<byte[]> values = parts.stream().map(LockedStore.Part::read).toList();
        return parts.stream().map(part -> StoreCall.Answer.decode(part.execute(values))).toList();
    }

    private static byte[] call(String procedure, byte[] arguments) {
        return new StoreCall(procedure, arguments).encode();
    }

    private static byte[] randomMix(Random random) {
        Used[] cells = new Used[1 + random.nextInt(4)];
        for (int i = 0; i < cells.length; i++)
            cells[i] =
                    new Used(
                            Use.values()[random.nextInt(Use.values().length)],
                            random.nextInt(CELLS));
        return Cells.mix(random.nextLong(), cells);
    }

    private static TreeMap<String, Long> rows(FrozenRows rows) {
        TreeMap<String, Long> all = new TreeMap<>();
        for (int table : new int[] {Cells.CELL, Cells.NOTE, Cells.CONSTANT, Cells.LABEL})
            rows.forEach(table, (key, row) -> all.put(key.toString(), Cells.number(row)));
        return all;
    }

    @Test
    void callsHaveTheOutcomesAndRowsOfThePartitionedStore() throws Exception {
        long seed = 17;
        Random random = new Random(seed);
        LocalMulticast multicast =
                LocalMulticast.of(PARTITIONS, 1, new LocalMulticast.Settings(16, false));
        int multis = 0;
        int aborts = 0;
        try (PartitionedStore other =
                PartitionedStore.start(
                        multicast.at(1), definition, StoreOptions.DEFAULT.withWorkers(0))) {
            for (int i = 0; i < CALLS; i++) {
                byte[] arguments = randomMix(random);
                StoreOutcome expected = other.run("mix", arguments).get();
                int[] homes =
                        KeyDeclaration.destinations(
                                definition, definition.procedure("mix"), arguments);
                List<StoreCall.Answer> answers = execute(call("mix", arguments), homes);
                for (int k = 0; k < homes.length; k++) {
                    assertEquals(expected.status(), answers.get(k).status(), "seed " + seed);
                    assertEquals(expected.reason(), answers.get(k).reason(), "seed " + seed);
                    assertArrayEquals(expected.results().get(k), answers.get(k).result());
                }
                if (homes.length > 1) multis++;
                if (!expected.committed()) aborts++;
            }
            for (int p = 0; p < PARTITIONS; p++)
                assertEquals(
                        rows(other.rows(LocalMulticast.name(p, PARTITIONS)).get()),
                        rows(stores.get(p).rows()),
                        "seed " + seed);
        }
        assertTrue(multis > CALLS / 4 && aborts > CALLS / 40, multis + " " + aborts);
    }

    @Test
    void anUndeclaredKeyAbortsAtAllParticipantsAndLeavesNoWrite() {
        for (StoreCall.Answer each : execute(call("forgetful", new byte[0]), 0, 2)) {
            assertEquals(Status.ABORTED, each.status());
            assertTrue(each.reason().contains("undeclared key cell:1"), each.reason());
        }
        assertEquals(0, stores.get(0).rows().count(Cells.CELL));
    }

    @Test
    void aCallThatIsNotValidHasNoKeysAndAborts() {
        byte[] mix = call("mix", Cells.mix(1, new Used(Use.UPDATE, 0), new Used(Use.UPDATE, 1)));
        for (byte[] call : List.of(call("nothing", new byte[0]), new byte[] {9}, mix)) {
            LockedStore.Part part = stores.get(0).part(call, new int[] {0, 2}, next());
            part.keys((key, isExclusive) -> assertEquals("no key", key.toString()));
        }
        for (StoreCall.Answer each : execute(mix, 0, 2)) {
            assertEquals(Status.ABORTED, each.status());
            assertTrue(each.reason().contains("expected a key of the destinations"), each.reason());
        }
    }

    @Test
    void valuesThatAreMalformedAbortAtAllParticipants() {
        byte[] mix = call("mix", Cells.mix(1, new Used(Use.UPDATE, 0), new Used(Use.UPDATE, 1)));
        byte[] one = {0};
        for (List<byte[]> values :
                List.of(List.of(one), List.of(one, new byte[] {7}), List.of(new byte[0], one)))
            for (int p = 0; p < 2; p++) {
                LockedStore.Part part = stores.get(p).part(mix, new int[] {1, 0}, next());
                StoreCall.Answer answer = StoreCall.Answer.decode(part.execute(values));
                assertEquals(Status.ABORTED, answer.status());
                assertTrue(answer.reason().startsWith("values: "), answer.reason());
                assertEquals(0, stores.get(p).rows().count(Cells.CELL));
            }
    }

    @Test
    void eachKeyIsVisitedOnceWithTheStrongerLock() {
        byte[] call =
                call(
                        "mix",
                        Cells.mix(
                                1,
                                new Used(Use.READ, 3),
                                new Used(Use.WRITE, 3),
                                new Used(Use.HOME_READ, 6),
                                new Used(Use.HOME_UPDATE, 0),
                                new Used(Use.READ, 1)));
        List<String> seen = new ArrayList<>();
        stores.get(0)
                .part(call, new int[] {1, 0}, next())
                .keys((key, isExclusive) -> seen.add(key + (isExclusive ? " x" : " s")));
        assertEquals(List.of("1#0 x", "1#3 x", "1#6 s"), seen);
    }

    @Test
    void theFirstHomeIsThatOfTheKeyThatIsDeclaredFirst() {
        byte[] arguments = Cells.mix(1, new Used(Use.READ, 5), new Used(Use.READ, 0));
        assertEquals(2, LockedStore.firstHome(definition, call("mix", arguments)));
        assertEquals(-1, LockedStore.firstHome(definition, call("mix", Cells.mix(1))));
    }

    @Test
    void aStoreFromASnapshotGoesOnAsTheOriginal() throws IOException {
        Random random = new Random(3);
        LockedStore original = stores.get(0);
        for (int i = 0; i < 200; i++) single(original, random.nextLong());
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        Storage.SnapshotWriter writer = original.snapshot();
        String frozen = original.digest().toString();
        single(original, 1);
        assertNotEquals(frozen, original.digest().toString());
        writer.writeTo(bytes);
        LockedStore copy =
                new LockedStore(0, definition, new ByteArrayInputStream(bytes.toByteArray()));
        assertEquals(200, copy.executed());
        assertEquals(frozen, copy.digest().toString());
        number--;
        single(copy, 1);
        assertEquals(original.digest(), copy.digest());
        assertEquals(rows(original.rows()), rows(copy.rows()));
    }

    private void single(LockedStore store, long salt) {
        byte[] mix = Cells.mix(salt, new Used(Use.UPDATE, 0), new Used(Use.HOME_UPDATE, 3));
        store.part(call("mix", mix), new int[] {0}, next()).execute(List.of());
    }

    @Test
    void aQuerySeesTheExecutedCallsAndWritesNothing() {
        execute(call("mix", Cells.mix(2, new Used(Use.WRITE, 0))), 0);
        String before = stores.get(0).digest().toString();
        StoreCall.Answer answer = stores.get(0).query(definition.procedure("peek"), Cells.bytes(0));
        assertEquals(Status.COMMITTED, answer.status());
        assertNotEquals(-1, Cells.number(answer.result()));
        assertEquals(before, stores.get(0).digest().toString());
    }
}
