package io.abcast.ordering.log;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.abcast.kernel.Digest;
import io.abcast.kernel.MalformedFrameException;
import io.abcast.kernel.WireReader;
import io.abcast.kernel.WireWriter;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

class ValueTest {
    private static final Name NAME = Name.ofSlot(2, new Incarnation(1, 2), 65538, 7);
    private static final OriginRequest A = request(1, OriginRequest.FIRST, 5, 200);
    private static final OriginRequest B = request(1, 5, 6, 0);
    private static final OriginRequest C = request(3, 8, 9, 3);

    private static OriginRequest request(int origin, long previous, long number, int bytes) {
        byte[] payload = new byte[bytes];
        Arrays.fill(payload, (byte) number);
        return new OriginRequest(origin, previous, number, payload);
    }

    private static byte[] bytes(Value value) {
        WireWriter out = new WireWriter(64);
        value.write(out);
        return out.toByteArray();
    }

    @Test
    void valuesAreDecodedAsEncodedAndWithinTheirStatedSize() {
        for (List<OriginRequest> requests : List.of(List.of(A), List.of(A, B), List.of(A, B, C))) {
            Value named = Value.named(NAME, requests);
            assertEquals(named, Value.readNamed(new WireReader(bytes(named))));
            assertTrue(bytes(named).length <= named.bytes());
            Value digested = Value.digested(requests);
            assertEquals(digested, Value.readDigested(new WireReader(bytes(digested))));
            assertTrue(bytes(digested).length <= digested.bytes());
        }
        assertEquals(Value.NOTHING, Value.readNamed(new WireReader(bytes(Value.NOTHING))));
        assertEquals(Value.NOTHING, Value.readDigested(new WireReader(bytes(Value.NOTHING))));
    }

    @Test
    void offsetsOfPayloadsMatchTheBytes() {
        Value value = Value.named(NAME, List.of(A, B, C));
        int[] payloadAt = new int[3];
        WireWriter out = new WireWriter(64).i64(0);
        value.write(out, payloadAt);
        byte[] bytes = out.toByteArray();
        assertArrayEquals(bytes(value), Arrays.copyOfRange(bytes, 8, bytes.length));
        for (int i = 0; i < 3; i++) {
            byte[] payload = value.requests().get(i).payload();
            assertArrayEquals(
                    payload,
                    Arrays.copyOfRange(bytes, payloadAt[i], payloadAt[i] + payload.length));
        }
    }

    @Test
    void aDigestCoversAllRequestsOfItsValue() {
        List<Digest> digests = new ArrayList<>();
        for (List<OriginRequest> requests :
                List.of(
                        List.of(A),
                        List.of(A, B),
                        List.of(A, B, C),
                        List.of(C, A, B),
                        List.of(A, C),
                        List.of(A, request(1, 5, 6, 1)),
                        List.of(A, request(1, 5, 7, 0)),
                        List.of(A, B, request(3, 7, 9, 3)))) {
            Digest digest = Value.digested(requests).digest();
            for (Digest other : digests) assertNotEquals(other, digest);
            digests.add(digest);
        }
        Proof proof = new Proof(new byte[] {1}, 0, 1, List.of());
        assertEquals(digests.get(0), Value.digested(List.of(A.with(proof))).digest());
    }

    @Test
    void namesDifferByCountSlotAndStorage() {
        Incarnation storage = new Incarnation(1, 2);
        List<Name> names =
                List.of(
                        NAME,
                        Name.ofSlot(2, storage, 65538, 8),
                        Name.ofSlot(2, storage, 65539, 7),
                        Name.ofSlot(2, new Incarnation(1, 3), 65538, 7),
                        Name.ofSlot(3, storage, 65538, 7),
                        Name.ofBatch(2, storage, 65538, 7),
                        Name.ofBatch(2, storage, 65538, 6));
        for (int i = 0; i < names.size(); i++)
            for (int k = 0; k < names.size(); k++)
                assertEquals(i == k, names.get(i).equals(names.get(k)));
    }

    @Test
    void invalidValuesAreRefused() {
        refused(Value.named(NAME, List.of(A, C, B)), "value: expected one batch of 1, got two");
        refused(Value.named(NAME, List.of(B, A)), "value: expected one batch of 1, got two");
        byte[] digested = bytes(Value.digested(List.of(A)));
        String said =
                assertThrows(
                                MalformedFrameException.class,
                                () -> Value.readNamed(new WireReader(digested)))
                        .getMessage();
        assertEquals("value: expected kind 1, got 2", said);
        WireWriter out = new WireWriter(64).u8(1);
        NAME.write(out);
        out.varint(2).i64(OriginRequest.FIRST).varint(2).i64(5).bytes(new byte[0]);
        out.varint(-1).bytes(new byte[0]).varint(0);
        refused(out.toByteArray(), "value: expected ascending numbers of requests");
    }

    private static void refused(Value value, String why) {
        refused(bytes(value), why);
    }

    private static void refused(byte[] bytes, String why) {
        String said =
                assertThrows(
                                MalformedFrameException.class,
                                () -> Value.readNamed(new WireReader(bytes)))
                        .getMessage();
        assertEquals(why, said);
    }
}
