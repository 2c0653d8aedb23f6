package io.abcast.benchmark.wire;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.abcast.client.wire.Command;
import io.abcast.client.wire.Op;
import io.abcast.client.wire.ReplyCode;
import io.abcast.command.figures.Histograms;
import io.abcast.kernel.MalformedFrameException;
import io.abcast.load.LoadFigures;
import io.abcast.load.LoadSpec;
import io.abcast.load.RateSchedule;
import io.abcast.load.ReadKind;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.function.Function;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;

final class CodecTest {
    private static final byte[] KEY = {1, 2, 3};
    private static final byte[] VALUE = {9, 8, 7, 6};
    private static final PolicyFigures COIN =
            new PolicyFigures("ZAB_CT", false, 0.25, 1846.5, Double.NaN);
    private static final RateSchedule RATES =
            new RateSchedule(
                    List.of(new RateSchedule.Step(2000.5, 10), new RateSchedule.Step(0, 0.5)));

    @Test
    void codesNameOneOperationEach() {
        for (Op op : Op.values()) assertSame(op, Op.of(op.code()));
        for (ReplyCode code : ReplyCode.values()) assertSame(code, ReplyCode.of(code.code()));
        assertEquals(null, Op.of(-1));
        assertEquals(null, Op.of(100));
        assertEquals(null, ReplyCode.of(3));
    }

    @Test
    void commandsComeBackAsTheyWere() {
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
    void hostileCommandsAreRefused() {
        assertRefused(Command::parse, Command.put(1, 1, new byte[0], VALUE));
        assertRefused(Command::parse, Command.put(1, 1, new byte[1025], VALUE));
        byte[] longer = Arrays.copyOf(Command.delete(1, 1, KEY), 30);
        assertRefused(Command::parse, longer);
        byte[] other = Command.put(1, 1, KEY, VALUE);
        other[0] = Op.GET.code();
        assertRefused(Command::parse, other);
    }

    @Test
    void figuresComeBackAsTheyWere() {
        long[] counters = new long[Counter.count()];
        Arrays.setAll(counters, i -> i * 1000L);
        MemberFigures figures =
                new MemberFigures(2, "LEADING", true, 2, 7, 99, 1, 2, counters, COIN, some());
        MemberFigures back = MemberFigures.decode(figures.encode());
        assertEquals("LEADING", back.role());
        assertEquals(7, back.epoch());
        assertArrayEquals(counters, back.counters());
        assertEquals(COIN, back.policy());
        assertEquals(figures.abdelivery(), back.abdelivery());
        assertOnlyRefusesWhenDamaged(MemberFigures::decode, figures.encode());
    }

    @Test
    void loadsComeBackAsTheyWere() {
        LoadSpec spec = new LoadSpec(250, RATES, 30, 1024, 25, 75, 10_000, -3, ReadKind.LOCAL);
        assertEquals(spec, LoadSpec.decode(spec.encode()));
        assertOnlyRefusesWhenDamaged(LoadSpec::decode, spec.encode());
        LoadFigures figures =
                new LoadFigures(1, 2, LoadFigures.none().errors().clone(), 3, 4, 5, some());
        LoadFigures back = LoadFigures.decode(figures.encode());
        assertEquals(3, back.unanswered());
        assertEquals(figures.latency(), back.latency());
        assertOnlyRefusesWhenDamaged(LoadFigures::decode, figures.encode());
    }

    private static Histogram some() {
        Histogram histogram = Histograms.create();
        for (int i = 0; i < 1000; i++) histogram.recordValue(i * 37L);
        return histogram;
    }

    private static byte[] valueOf(Command command) {
        byte[] bytes = command.bytes();
        return Arrays.copyOfRange(bytes, command.valueOffset(), bytes.length);
    }

    private static <T> void assertRefused(Function<byte[], T> decoder, byte[] bytes) {
        assertThrows(MalformedFrameException.class, () -> decoder.apply(bytes));
    }

    /** Damage may go unnoticed; what is noticed is a malformed frame and nothing else. */
    private static <T> void assertOnlyRefusesWhenDamaged(Function<byte[], T> decoder, byte[] good) {
        Random random = new Random(11);
        for (int i = 0; i < 500; i++) {
            byte[] bad = Arrays.copyOf(good, 1 + random.nextInt(good.length + 4));
            bad[random.nextInt(bad.length)] = (byte) random.nextInt();
            try {
                assertNotNull(decoder.apply(bad));
            } catch (MalformedFrameException e) {
                assertNotNull(e.getMessage());
            }
        }
    }
}
