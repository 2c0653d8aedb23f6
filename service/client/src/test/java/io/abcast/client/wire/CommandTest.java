package io.abcast.client.wire;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.abcast.kernel.MalformedFrameException;
import java.util.Arrays;
import java.util.function.Function;
import org.junit.jupiter.api.Test;

final class CommandTest {
    private static final byte[] KEY = {1, 2, 3};
    private static final byte[] VALUE = {9, 8, 7, 6};

    @Test
    void codesNameOneOperationEach() {
        for (Op op : Op.values()) assertSame(op, Op.of(op.code()));
        for (ReplyCode code : ReplyCode.values()) assertSame(code, ReplyCode.of(code.code()));
        assertEquals(null, Op.of(-1));
        assertEquals(null, Op.of(100));
        assertEquals(null, ReplyCode.of(3));
    }

    @Test
    void commandsSurviveEncoding() {
        Command put = Command.parse(Command.put(5, 6, KEY, VALUE));
        assertSame(Op.PUT, put.op());
        assertEquals(5, put.session());
        assertEquals(6, put.sequence());
        assertArrayEquals(KEY, put.key());
        assertArrayEquals(VALUE, valueOf(put));
        Command cas = Command.parse(Command.cas(1, 2, KEY, 77, VALUE));
        assertSame(Op.CAS, cas.op());
        assertEquals(77, cas.expectedVersion());
        assertArrayEquals(KEY, cas.key());
        assertArrayEquals(VALUE, valueOf(cas));
        Command delete = Command.parse(Command.delete(1, 2, KEY));
        assertSame(Op.DELETE, delete.op());
        assertArrayEquals(KEY, delete.key());
    }

    @Test
    void aCommandCutAnywhereBeforeItsValueIsRefused() {
        for (byte[] bytes :
                new byte[][] {
                    Command.put(1, 1, KEY, new byte[0]),
                    Command.delete(1, 1, KEY),
                    Command.cas(1, 1, KEY, 3, new byte[0])
                })
            for (int length = 0; length < bytes.length; length++)
                assertRefused(Command::parse, Arrays.copyOf(bytes, length));
    }

    @Test
    void malformedCommandsAreRefused() {
        assertRefused(Command::parse, Command.put(1, 1, new byte[0], VALUE));
        assertRefused(Command::parse, Command.put(1, 1, new byte[1025], VALUE));
        byte[] longer = Arrays.copyOf(Command.delete(1, 1, KEY), 30);
        assertRefused(Command::parse, longer);
        byte[] other = Command.put(1, 1, KEY, VALUE);
        other[0] = Op.GET.code();
        assertRefused(Command::parse, other);
    }

    private static byte[] valueOf(Command command) {
        byte[] bytes = command.bytes();
        return Arrays.copyOfRange(bytes, command.valueOffset(), bytes.length);
    }

    private static <T> void assertRefused(Function<byte[], T> decoder, byte[] bytes) {
        assertThrows(MalformedFrameException.class, () -> decoder.apply(bytes));
    }
}
