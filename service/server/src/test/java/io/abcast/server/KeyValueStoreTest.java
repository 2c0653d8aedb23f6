package io.abcast.server;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.abcast.client.wire.Command;
import io.abcast.client.wire.ReplyCode;
import io.abcast.kernel.Zxid;
import io.abcast.log.Storage;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;

final class KeyValueStoreTest {
    private static final byte[] K = {1};
    private static final byte[] L = {2};
    private final KeyValueStore store = new KeyValueStore(true);
    private long zxid = Zxid.of(1, 0);

    @Test
    void writesAreReadBack() {
        assertSame(ReplyCode.OK, apply(Command.put(0, 0, K, bytes("a"))).code());
        assertEquals("a", read(store, K));
        assertEquals(zxid, store.get(K).version());
        assertSame(ReplyCode.OK, apply(Command.delete(0, 0, K)).code());
        assertNull(store.get(K));
        assertSame(ReplyCode.NOT_FOUND, apply(Command.delete(0, 0, K)).code());
        assertEquals(0, store.position().get().keys());
    }

    @Test
    void casNeedsTheExpectedVersion() {
        assertSame(ReplyCode.OK, apply(Command.cas(0, 0, K, 0, bytes("a"))).code());
        long version = zxid;
        WriteResult refused = apply(Command.cas(0, 0, K, version + 5, bytes("b")));
        assertSame(ReplyCode.MISMATCH, refused.code());
        assertEquals(version, refused.version());
        assertEquals("a", read(store, K));
        assertSame(ReplyCode.OK, apply(Command.cas(0, 0, K, version, bytes("b"))).code());
        assertEquals("b", read(store, K));
    }

    @Test
    void aRepeatedWriteOfASessionIsAnsweredAndNotAppliedAgain() {
        WriteResult first = apply(Command.cas(9, 1, K, 0, bytes("a")));
        assertSame(ReplyCode.OK, first.code());
        long position = zxid;
        apply(Command.put(8, 1, K, bytes("other")));
        WriteResult repeat = apply(Command.cas(9, 1, K, 0, bytes("a")));
        assertSame(ReplyCode.OK, repeat.code());
        assertEquals(position, repeat.zxid());
        assertEquals("other", read(store, K));
        apply(Command.put(9, 2, K, bytes("b")));
        assertSame(ReplyCode.STALE, apply(Command.put(9, 1, K, bytes("a"))).code());
        assertEquals("b", read(store, K));
    }

    @Test
    void malformedCommandsAreSkippedByEveryReplicaAlike() {
        KeyValueStore other = new KeyValueStore(true);
        Random random = new Random(3);
        for (int i = 0; i < 1_000; i++) {
            byte[] junk = new byte[random.nextInt(60)];
            random.nextBytes(junk);
            store.abdeliver(++zxid, 1, junk);
            other.abdeliver(zxid, 2, junk);
        }
        assertEquals(other.position().get(), store.position().get());
    }

    @Test
    void storesWithEqualContentWriteEqualSnapshots() throws IOException {
        int keys = 20_000;
        Random random = new Random(7);
        KeyValueStore sparing = new KeyValueStore(true);
        KeyValueStore restored = new KeyValueStore(true);
        for (int i = 0; i < keys; i++) {
            byte[] key = ("key" + random.nextInt()).getBytes(StandardCharsets.US_ASCII);
            boolean deleted = i % 3 == 0;
            byte[] put = Command.put(deleted ? 0 : 1 + i % 50, i, key, bytes("v" + i));
            byte[] delete = Command.delete(0, 0, key);
            for (byte[] command : deleted ? new byte[][] {put, delete} : new byte[][] {put}) {
                zxid++;
                store.abdeliver(zxid, 1, command);
                if (!deleted) sparing.abdeliver(zxid, 1, command);
                if (i > keys / 2) restored.abdeliver(zxid, 1, command);
            }
            if (i == keys / 2) restored.restore(new ByteArrayInputStream(content(store)));
        }
        byte[] last = Command.delete(0, 0, K);
        zxid++;
        for (KeyValueStore one : new KeyValueStore[] {store, sparing, restored})
            one.abdeliver(zxid, 1, last);
        assertArrayEquals(content(store), content(sparing));
        assertArrayEquals(content(store), content(restored));
        store.abdeliver(++zxid, 1, Command.put(0, 0, K, bytes("more")));
        sparing.abdeliver(zxid, 1, Command.put(0, 0, K, bytes("less")));
        assertFalse(Arrays.equals(content(store), content(sparing)));
    }

    private static byte[] content(KeyValueStore of) throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        of.snapshot().writeTo(out);
        return out.toByteArray();
    }

    @Test
    void theDigestDependsOnTheOrder() {
        KeyValueStore other = new KeyValueStore(true);
        store.abdeliver(1, 1, Command.put(0, 0, K, bytes("a")));
        store.abdeliver(2, 1, Command.put(0, 0, L, bytes("b")));
        other.abdeliver(1, 1, Command.put(0, 0, L, bytes("b")));
        other.abdeliver(2, 1, Command.put(0, 0, K, bytes("a")));
        assertNotEquals(other.position().get().digest(), store.position().get().digest());
    }

    @Test
    void theDigestSeesEveryByte() {
        byte[] command = Command.put(5, 7, K, new byte[37]);
        KeyValueStore one = new KeyValueStore(true);
        one.abdeliver(1, 1, command);
        for (int i = 0; i < command.length; i++) {
            byte[] changed = command.clone();
            changed[i] ^= 0x10;
            KeyValueStore other = new KeyValueStore(true);
            other.abdeliver(1, 1, changed);
            assertNotEquals(
                    one.position().get().digest(), other.position().get().digest(), "byte " + i);
        }
    }

    @Test
    void aSnapshotRestoresTheStateAtTheTimeOfTheSnapshot() throws IOException {
        Random random = new Random(1);
        for (int i = 0; i < 3_000; i++) applyRandom(random);
        KeyValueStore.Position position = store.position().get();
        Storage.SnapshotWriter frozen = store.snapshot();
        KeyValueStore twin = new KeyValueStore(true);
        long before = zxid;
        for (int i = 0; i < 1_000; i++) applyRandom(random);
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        frozen.writeTo(out);
        twin.restore(new ByteArrayInputStream(out.toByteArray()));
        assertEquals(position, twin.position().get());

        Random replay = new Random(1);
        for (int i = 0; i < 3_000; i++) randomCommand(replay);
        for (int i = 0; i < 1_000; i++) twin.abdeliver(++before, 1, randomCommand(replay));
        assertEquals(store.position().get(), twin.position().get());
        for (int key = 0; key < 256; key++) {
            byte[] k = {(byte) key};
            assertArrayEquals(value(store, k), value(twin, k));
        }
    }

    @Test
    void aDamagedSnapshotIsRefused() throws IOException {
        apply(Command.put(1, 1, K, bytes("a")));
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        store.snapshot().writeTo(out);
        byte[] good = out.toByteArray();
        for (int length = 0; length < good.length; length++) {
            byte[] cut = Arrays.copyOf(good, length);
            assertThrows(
                    IOException.class,
                    () -> new KeyValueStore(true).restore(new ByteArrayInputStream(cut)));
        }
        assertEquals("a", read(store, K));
    }

    @Test
    void theEmptyStateIsRestoredFromNothing() throws IOException {
        apply(Command.put(1, 1, K, bytes("a")));
        store.restore(null);
        assertEquals(new KeyValueStore(true).position().get(), store.position().get());
        assertNull(store.get(K));
    }

    @Test
    void sessionsAreBoundedAndTheOldestIsDroppedFirst() {
        for (int i = 1; i <= Sessions.SESSIONS_MAX; i++) apply(Command.put(i, 1, K, bytes("x")));
        apply(Command.put(1, 2, K, bytes("x")));
        apply(Command.put(Sessions.SESSIONS_MAX + 1, 1, K, bytes("x")));
        assertSame(ReplyCode.STALE, apply(Command.put(1, 1, K, bytes("x"))).code());
        assertSame(ReplyCode.OK, apply(Command.put(2, 0, K, bytes("x"))).code());
    }

    private void applyRandom(Random random) {
        apply(randomCommand(random));
    }

    private static byte[] randomCommand(Random random) {
        byte[] key = {(byte) random.nextInt(256)};
        int session = random.nextInt(20);
        int sequence = random.nextInt(1000);
        return switch (random.nextInt(4)) {
            case 0 -> Command.delete(session, sequence, key);
            case 1 -> Command.cas(session, sequence, key, 0, new byte[random.nextInt(50)]);
            default -> Command.put(session, sequence, key, new byte[random.nextInt(50)]);
        };
    }

    private WriteResult apply(byte[] command) {
        return store.abdeliver(++zxid, 1, command);
    }

    private static byte[] value(KeyValueStore from, byte[] key) {
        Item v = from.get(key);
        return v == null ? null : Arrays.copyOfRange(v.bytes(), v.offset(), v.bytes().length);
    }

    private static String read(KeyValueStore from, byte[] key) {
        return new String(value(from, key), StandardCharsets.US_ASCII);
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.US_ASCII);
    }
}
