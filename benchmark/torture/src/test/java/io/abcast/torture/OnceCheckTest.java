package io.abcast.torture;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.abcast.client.Reply;
import io.abcast.client.wire.ReplyCode;
import java.nio.ByteBuffer;
import org.junit.jupiter.api.Test;

final class OnceCheckTest {
    private static final int MORE = 50;
    private static final long AT = 3L << 32 | 17;

    private final OnceLedger ledger = new OnceLedger(4);

    private String found(long entry, Reply reply) {
        long index = ledger.next();
        ledger.add(entry);
        return OnceCheck.check(ledger, index, reply, MORE);
    }

    private Reply there(long version) {
        return value(ledger.number(ledger.next()), version);
    }

    private static Reply value(long number, long version) {
        byte[] value = Payloads.of(number, MORE);
        byte[] body = ByteBuffer.allocate(8 + value.length).putLong(version).put(value).array();
        return new Reply(ReplyCode.OK, body);
    }

    private static Reply gone() {
        return new Reply(ReplyCode.NOT_FOUND, new byte[0]);
    }

    @Test
    void acknowledgedWriteIsThere() {
        assertNull(found(AT, there(AT)));
        assertTrue(found(AT, gone()).contains("acknowledged at 3:11 and is lost"));
    }

    @Test
    void writeAppliedTwiceHasAnotherVersion() {
        assertTrue(found(AT, there(AT + 1)).contains("applied again at 3:12"));
    }

    @Test
    void unansweredWriteMayBeThereOrNot() {
        assertNull(found(OnceLedger.UNKNOWN, there(AT)));
        assertNull(found(OnceLedger.UNKNOWN, gone()));
    }

    @Test
    void refusedWriteIsNotThere() {
        assertNull(found(OnceLedger.REFUSED, gone()));
        assertTrue(found(OnceLedger.REFUSED, there(AT)).contains("refused"));
    }

    @Test
    void rejectsAValueOfAnotherKeyAndADamagedValue() {
        String other = found(AT, value(ledger.number(77), AT));
        assertTrue(other.contains("no client wrote"), other);
        Reply damaged = there(AT);
        damaged.body()[damaged.body().length - 1] ^= 1;
        String noticed = found(AT, damaged);
        assertTrue(noticed.contains("no client wrote"), noticed);
    }

    @Test
    void ledgerKeepsKeysThatAreNotRetired() {
        for (int i = 0; i < 3_000; i++) ledger.add(i + 1);
        ledger.retire(1_000);
        assertEquals(2_000, ledger.size());
        assertEquals(1_000, ledger.first());
        assertEquals(1_001, ledger.version(1_000));
        assertEquals(3_000, ledger.version(2_999));
    }
}
