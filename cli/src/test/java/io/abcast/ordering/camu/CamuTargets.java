package io.abcast.ordering.camu;

import io.abcast.fuzz.CodecTarget;
import io.abcast.fuzz.Target;
import io.abcast.jgroups.camu.ApplicationMessage;
import io.abcast.jgroups.camu.ReplicaFrame;
import io.abcast.jgroups.camu.ReplicaFrame.Sort;
import io.abcast.jgroups.camu.ReplicaFrameCodec;
import io.abcast.kernel.GroupTimestamp;
import io.abcast.kernel.Membership;
import io.abcast.kernel.Message;
import io.abcast.kernel.WireReader;
import io.abcast.kernel.WireWriter;
import io.abcast.ordering.camu.CamuMessage.Ask;
import io.abcast.zab.ZabCodec;
import io.abcast.zab.ZabMessage;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * Fuzz target for the frames between servers of CAMU. The class is in this package because the decoders are
 * package-private.
 */
public final class CamuTargets {
    private static final long FIXED_BYTES_MAX = 64L << 10;
    private static final int MUTATIONS = 20_000;

    private CamuTargets() {}

    public static List<Target> all() {
        PartitionMap map = map();
        ReplicaFrameCodec codec =
                new ReplicaFrameCodec(map.size(), ZabCodec.INSTANCE, new CamuCodec(map));
        List<byte[]> seeds = new ArrayList<>();
        for (Message each : messages())
            seeds.add(encode(codec, new ReplicaFrame(Sort.GROUP, 1, 2, each)));
        seeds.add(encode(codec, new ReplicaFrame(Sort.LOG, 1, 1, new ZabMessage.EndSession(9))));
        Message own = new ApplicationMessage(new byte[] {1, 2, 3});
        seeds.add(encode(codec, new ReplicaFrame(Sort.APPLICATION, 0, 2, own)));
        return List.of(
                new CodecTarget(
                        "camu-frames",
                        seeds,
                        input -> encode(codec, codec.decode(new WireReader(input))),
                        FIXED_BYTES_MAX,
                        MUTATIONS,
                        Set.of(ReplicaFrameCodec.class)));
    }

    private static PartitionMap map() {
        Map<String, Membership> partitions = new TreeMap<>();
        for (String name : List.of("A", "B", "C")) partitions.put(name, Membership.of(1, 2, 3));
        return PartitionMap.of(partitions);
    }

    private static List<Message> messages() {
        TxnId id = new TxnId(77, 3);
        CamuTxn txn = new CamuTxn(id, 1, new int[] {0, 2}, 2, new byte[] {1, 2, 3});
        GroupTimestamp at = new GroupTimestamp(500, 77, 3);
        List<StreamItem> items =
                List.of(
                        new StreamItem.VoteItem(id, 9),
                        new StreamItem.TxnItem(txn, 10),
                        new StreamItem.Mark(1, 11, true),
                        new StreamItem.End(1));
        return List.of(
                new CamuMessage.Requests(List.of(new Ask(txn, 4, true), new Ask(txn, 0, false))),
                new CamuMessage.Start(List.of(txn, txn)),
                new CamuMessage.Need(List.of(id, id)),
                new CamuMessage.Items(-1, 3, 7, 8, items),
                new CamuMessage.StreamAcked(1, 2, 3, 4, true, new LinkReport(5, 6, 7, 8, 9)),
                new CamuMessage.Confirm(List.of(new CamuMessage.Fact(1, 2, 3))),
                new CamuMessage.ConfirmAsk(5),
                new CamuMessage.LinkAcked(1, 99),
                new CamuMessage.Results(
                        List.of(new CamuMessage.Outcome(id, at, new byte[] {7, 8}))),
                new CamuMessage.Frontier(1, 2, at, new GroupTimestamp[] {at, at, null}, true),
                new CamuMessage.SettleAsk(6),
                new CamuMessage.Settled(6),
                new CamuMessage.LeaderHint(4, 2, Membership.of(1, 2)));
    }

    private static byte[] encode(ReplicaFrameCodec codec, ReplicaFrame frame) {
        WireWriter out = new WireWriter(64);
        codec.encode(frame, out);
        return out.toByteArray();
    }
}
