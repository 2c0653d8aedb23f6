package io.abcast.server;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.abcast.client.wire.Command;
import io.abcast.client.wire.Op;
import io.abcast.client.wire.ReplyCode;
import io.abcast.kernel.Keys;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;

/**
 * Tests the keys that {@link KeyInterference} returns for each command, and stores whose members agree only on the
 * order of interfering commands.
 */
final class KeyInterferenceTest {
    private static final byte[] K = bytes("k");
    private static final byte[] L = bytes("l");
    private static final byte[] VALUE = bytes("value");

    private static Keys keys(byte[] command) {
        return KeyInterference.OF_STORE.keys(command);
    }

    @Test
    void eachCommandWritesItsKey() {
        Keys written = Keys.writing(KeyInterference.name(K));
        assertEquals(written, keys(Command.put(0, 0, K, VALUE)));
        assertEquals(written, keys(Command.delete(0, 0, K)));
        assertEquals(written, keys(Command.cas(0, 0, K, 7, VALUE)));
    }

    @Test
    void commandsInterfereIfTheyHaveOneKeyOrOneSession() {
        Keys put = keys(Command.put(0, 0, K, VALUE));
        assertTrue(put.interferes(keys(Command.cas(0, 0, K, 0, VALUE))));
        assertTrue(put.interferes(keys(Command.delete(5, 1, K))));
        assertFalse(put.interferes(keys(Command.put(0, 0, L, VALUE))));
        Keys ofSession = keys(Command.put(5, 1, K, VALUE));
        assertTrue(ofSession.interferes(keys(Command.delete(5, 2, L))));
        assertFalse(ofSession.interferes(keys(Command.delete(6, 2, L))));
    }

    @Test
    void aReadInterferesWithTheWritesOfItsKeyOnly() {
        Keys read = Keys.reading(KeyInterference.name(K));
        assertTrue(read.interferes(keys(Command.put(5, 1, K, VALUE))));
        assertFalse(read.interferes(keys(Command.put(5, 1, L, VALUE))));
        assertFalse(read.interferes(Keys.reading(KeyInterference.name(K))));
    }

    @Test
    void keysOfAnyBytesAreDistinct() {
        for (int a = 0; a < 256; a++)
            for (int b = 0; b < 256; b++) {
                Keys one = keys(Command.put(0, 0, new byte[] {(byte) a}, VALUE));
                Keys other = keys(Command.put(0, 0, new byte[] {(byte) b}, VALUE));
                assertEquals(a == b, one.interferes(other), a + " and " + b);
            }
    }

    @Test
    void aKeyIsNoGroupOfSessions() {
        Keys ofSession = keys(Command.put(5, 1, K, VALUE));
        byte[] key = bytes("s" + Sessions.group(5));
        assertFalse(ofSession.interferes(keys(Command.put(0, 0, key, VALUE))));
    }

    @Test
    void aPayloadThatIsNoCommandIsRejectedWithTheExpectation() {
        byte[] read = new byte[30];
        read[0] = Op.READ.code();
        IllegalArgumentException refused =
                assertThrows(IllegalArgumentException.class, () -> keys(read));
        assertEquals("command: expected PUT, DELETE or CAS, got READ", refused.getMessage());
        assertThrows(IllegalArgumentException.class, () -> keys(new byte[0]));
        assertThrows(IllegalArgumentException.class, () -> keys(Command.put(0, 0, new byte[0], K)));
    }

    @Test
    void everyWriteOperationHasKeys() {
        for (Op op : Op.values()) {
            // Servers of protocols that use the interference refuse operations with several keys.
            if (op.hasManyKeys()) continue;
            byte[] command = Command.cas(0, 0, K, 1, VALUE);
            if (op == Op.DELETE) command = Command.delete(0, 0, K);
            command[0] = op.code();
            byte[] made = command;
            if (op.write()) assertTrue(keys(made).isWriting(), op.toString());
            else assertThrows(IllegalArgumentException.class, () -> keys(made), op.toString());
        }
    }

    @Test
    void statesAreEqualIfInterferingCommandsHaveOneOrder() throws Exception {
        for (int seed = 1; seed <= 40; seed++) {
            Random random = new Random(seed);
            List<Integer> order = new ArrayList<>();
            List<byte[]> commands = commands(random, 400);
            for (int i = 0; i < commands.size(); i++) order.add(i);
            List<Integer> other = shuffled(order, commands, random);
            assertNotEquals(order, other);
            WriteResult[] results = new WriteResult[commands.size()];
            KeyValueStore one = new KeyValueStore(false);
            KeyValueStore two = new KeyValueStore(false);
            long zxid = 0;
            for (int i : order) results[i] = one.abdeliver(++zxid, 1, commands.get(i));
            zxid = 0;
            for (int i : other) {
                WriteResult result = two.abdeliver(++zxid, 1, commands.get(i));
                assertEquals(results[i], result, "seed " + seed + " command " + i);
            }
            assertEquals(one.position().get(), two.position().get(), "seed " + seed);
            assertArrayEqualBytes(one, two);
        }
    }

    @Test
    void aStoreOfTotalOrderDiffersInOtherOrders() {
        Random random = new Random(1);
        List<byte[]> commands = commands(random, 400);
        List<Integer> order = new ArrayList<>();
        for (int i = 0; i < commands.size(); i++) order.add(i);
        KeyValueStore one = new KeyValueStore(true);
        KeyValueStore two = new KeyValueStore(true);
        long zxid = 0;
        for (int i : order) one.abdeliver(++zxid, 1, commands.get(i));
        zxid = 0;
        for (int i : shuffled(order, commands, random)) two.abdeliver(++zxid, 1, commands.get(i));
        assertNotEquals(one.position().get().digest(), two.position().get().digest());
    }

    @Test
    void theVersionInTheAnswerIsTheVersionThatTheNextCasNeeds() {
        KeyValueStore store = new KeyValueStore(false);
        WriteResult put = store.abdeliver(1, 1, Command.put(0, 0, K, VALUE));
        assertEquals(store.get(K).version(), put.zxid());
        WriteResult cas = store.abdeliver(2, 1, Command.cas(0, 0, K, put.zxid(), VALUE));
        assertSame(ReplyCode.OK, cas.code());
        assertEquals(store.get(K).version(), cas.zxid());
        assertNotEquals(put.zxid(), cas.zxid());
        WriteResult late = store.abdeliver(3, 1, Command.cas(0, 0, K, put.zxid(), VALUE));
        assertSame(ReplyCode.MISMATCH, late.code());
        assertEquals(cas.zxid(), late.version());
        assertTrue(put.zxid() > 0 && cas.zxid() > 0);
    }

    @Test
    void aVersionTellsValuesOfEqualEndsApart() {
        KeyValueStore store = new KeyValueStore(false);
        byte[] one = new byte[1024];
        byte[] two = one.clone();
        two[512] = 1;
        long created = store.abdeliver(1, 1, Command.put(0, 0, K, one)).zxid();
        long second = store.abdeliver(2, 1, Command.put(0, 0, K, two)).zxid();
        long third = store.abdeliver(3, 1, Command.put(0, 0, K, two)).zxid();
        store.abdeliver(4, 1, Command.delete(0, 0, K));
        long again = store.abdeliver(5, 1, Command.put(0, 0, K, two)).zxid();
        assertEquals(4, Set.of(created, second, third, again).size());
    }

    @Test
    void aRepeatedWriteIsAnsweredWithItsVersion() {
        KeyValueStore store = new KeyValueStore(false);
        WriteResult put = store.abdeliver(1, 1, Command.put(9, 1, K, VALUE));
        WriteResult again = store.abdeliver(2, 2, Command.put(9, 1, K, VALUE));
        assertEquals(put, again);
        assertSame(ReplyCode.STALE, store.abdeliver(3, 1, Command.put(9, 0, K, VALUE)).code());
    }

    @Test
    void aGroupForgetsItsOldestSessionAndNoOtherGroupDoes() {
        KeyValueStore store = new KeyValueStore(false);
        List<Long> inGroup = new ArrayList<>();
        long elsewhere = 1;
        int group = Sessions.group(elsewhere) ^ 1;
        for (long session = 2; inGroup.size() <= Sessions.GROUP_SESSIONS_MAX; session++)
            if (Sessions.group(session) == group) inGroup.add(session);
        store.abdeliver(1, 1, Command.put(elsewhere, 5, K, VALUE));
        for (long session : inGroup) store.abdeliver(2, 1, Command.put(session, 5, K, VALUE));
        assertSame(ReplyCode.OK, replay(store, inGroup.get(0)));
        assertSame(ReplyCode.STALE, replay(store, inGroup.get(2)));
        assertSame(ReplyCode.STALE, replay(store, elsewhere));
    }

    private static ReplyCode replay(KeyValueStore store, long session) {
        return store.abdeliver(9, 1, Command.put(session, 4, K, VALUE)).code();
    }

    private static List<byte[]> commands(Random random, int count) {
        List<Long> sessions = new ArrayList<>(List.of(0L));
        for (long session = 1; sessions.size() < 20; session++)
            if (Sessions.group(session) < 3) sessions.add(session);
        List<byte[]> commands = new ArrayList<>();
        long[] versions = new long[8];
        KeyValueStore model = new KeyValueStore(false);
        for (int i = 0; i < count; i++) {
            int at = random.nextInt(versions.length);
            byte[] key = {(byte) at};
            long session = sessions.get(random.nextInt(sessions.size()));
            int sequence = i / 20 + random.nextInt(2);
            byte[] value = new byte[random.nextInt(20)];
            long expected = random.nextBoolean() ? versions[at] : 0;
            byte[] command =
                    switch (random.nextInt(4)) {
                        case 0 -> Command.delete(session, sequence, key);
                        case 1 -> Command.cas(session, sequence, key, expected, value);
                        default -> Command.put(session, sequence, key, value);
                    };
            commands.add(command);
            model.abdeliver(i + 1, 1, command);
            versions[at] = model.get(key) == null ? 0 : model.get(key).version();
        }
        return commands;
    }

    private static List<Integer> shuffled(
            List<Integer> order, List<byte[]> commands, Random random) {
        List<Keys> keys = commands.stream().map(KeyInterferenceTest::keys).toList();
        List<Integer> other = new ArrayList<>(order);
        for (int i = 0; i < 20_000; i++) {
            int at = random.nextInt(other.size() - 1);
            int first = other.get(at);
            int second = other.get(at + 1);
            if (keys.get(first).interferes(keys.get(second))) continue;
            other.set(at, second);
            other.set(at + 1, first);
        }
        return other;
    }

    private static void assertArrayEqualBytes(KeyValueStore one, KeyValueStore two)
            throws Exception {
        byte[] written = snapshot(one);
        assertTrue(Arrays.equals(written, snapshot(two)), "the snapshots differ");
        KeyValueStore restored = new KeyValueStore(false);
        restored.restore(new ByteArrayInputStream(written));
        assertEquals(one.position().get(), restored.position().get());
    }

    private static byte[] snapshot(KeyValueStore store) throws Exception {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        store.snapshot().writeTo(out);
        return out.toByteArray();
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.US_ASCII);
    }
}
