package io.abcast.ordering.camu;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.abcast.kernel.GroupTimestamp;
import io.abcast.kernel.MalformedFrameException;
import io.abcast.kernel.Membership;
import io.abcast.kernel.WireReader;
import io.abcast.kernel.WireWriter;
import io.abcast.ordering.camu.CamuMessage.Ask;
import io.abcast.ordering.camu.CamuMessage.Confirm;
import io.abcast.ordering.camu.CamuMessage.ConfirmAsk;
import io.abcast.ordering.camu.CamuMessage.Fact;
import io.abcast.ordering.camu.CamuMessage.Frontier;
import io.abcast.ordering.camu.CamuMessage.Items;
import io.abcast.ordering.camu.CamuMessage.LeaderHint;
import io.abcast.ordering.camu.CamuMessage.LinkAcked;
import io.abcast.ordering.camu.CamuMessage.Need;
import io.abcast.ordering.camu.CamuMessage.Outcome;
import io.abcast.ordering.camu.CamuMessage.Requests;
import io.abcast.ordering.camu.CamuMessage.Results;
import io.abcast.ordering.camu.CamuMessage.SettleAsk;
import io.abcast.ordering.camu.CamuMessage.Settled;
import io.abcast.ordering.camu.CamuMessage.Start;
import io.abcast.ordering.camu.CamuMessage.StreamAcked;
import io.abcast.ordering.camu.StreamItem.End;
import io.abcast.ordering.camu.StreamItem.Mark;
import io.abcast.ordering.camu.StreamItem.TxnItem;
import io.abcast.ordering.camu.StreamItem.VoteItem;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class CamuCodecTest {
    private static final PartitionMap MAP = PartitionMap.parse("A=1,2,3;B=1,2,3;C=4,5,6");
    private static final CamuCodec CODEC = new CamuCodec(MAP);
    private static final TxnId ID = new TxnId(Long.MAX_VALUE, SessionLane.number(4095, 1L << 39));
    private static final CamuTxn TXN =
            new CamuTxn(ID, 2, new int[] {0, 2}, 77, new byte[] {1, 2, 3});
    private static final GroupTimestamp AT =
            new GroupTimestamp(Long.MAX_VALUE, ID.session(), ID.number());

    static List<CamuMessage> messages() {
        return List.of(
                new Requests(List.of(new Ask(TXN, 3, true), new Ask(TXN, Long.MAX_VALUE, false))),
                new Start(List.of(TXN, TXN)),
                new Need(List.of(ID)),
                new Items(
                        -5,
                        7,
                        6,
                        9,
                        List.of(
                                new VoteItem(ID, Long.MAX_VALUE),
                                new TxnItem(TXN, 1),
                                new Mark(1, 2, true),
                                new Mark(1, 2, false),
                                new End(3))),
                new StreamAcked(1, 2, 3, 4, true, new LinkReport(5, 6, 7, 8, 9)),
                new LinkAcked(1, 2),
                new Results(List.of(new Outcome(ID, AT, new byte[] {4}))),
                new LeaderHint(4, 65_535, Membership.of(1, 65_535)),
                new Frontier(1, 2, null, new GroupTimestamp[] {AT, AT, null}, true),
                new Frontier(1, 2, AT, new GroupTimestamp[0], false),
                new SettleAsk(5),
                new Settled(6),
                new Confirm(List.of(new Fact(1, 2, 3))),
                new ConfirmAsk(4));
    }

    private static byte[] encode(CamuMessage message) {
        WireWriter out = new WireWriter(16);
        CODEC.encode(message, out);
        return out.toByteArray();
    }

    @ParameterizedTest
    @MethodSource("messages")
    void aDecodedMessageEncodesToTheSameBytes(CamuMessage message) {
        byte[] bytes = encode(message);
        assertArrayEquals(bytes, encode(CODEC.decode(new WireReader(bytes))));
        assertTrue(
                bytes.length <= message.wireBytes(),
                () -> message + " has " + bytes.length + " bytes");
    }

    @ParameterizedTest
    @MethodSource("messages")
    void aTruncatedFrameIsMalformed(CamuMessage message) {
        byte[] bytes = encode(message);
        for (int length = 0; length < bytes.length; length++) {
            WireReader in = new WireReader(Arrays.copyOf(bytes, length));
            assertThrows(MalformedFrameException.class, () -> CODEC.decode(in));
        }
    }

    @Test
    void anUnknownPartitionIsMalformed() {
        CamuTxn foreign = new CamuTxn(ID, 3, new int[] {0}, 0, new byte[0]);
        byte[] bytes = encode(new Start(List.of(foreign)));
        assertThrows(MalformedFrameException.class, () -> CODEC.decode(new WireReader(bytes)));
    }

    @Test
    void destinationsOutOfOrderAreMalformed() {
        CamuTxn twice = new CamuTxn(ID, 0, new int[] {1, 1}, 0, new byte[0]);
        byte[] bytes = encode(new Start(List.of(twice)));
        assertThrows(MalformedFrameException.class, () -> CODEC.decode(new WireReader(bytes)));
    }
}
