package io.abcast.fuzz;

import io.abcast.kernel.Digest;
import io.abcast.kernel.Entry;
import io.abcast.kernel.Message;
import io.abcast.kernel.SnapshotId;
import io.abcast.kernel.WireReader;
import io.abcast.kernel.WireWriter;
import io.abcast.kernel.Zxid;
import io.abcast.ordering.OrderingCodec;
import io.abcast.ordering.fbp.Checkpoint;
import io.abcast.ordering.fbp.Claim;
import io.abcast.ordering.fbp.FbpMessage;
import io.abcast.ordering.fbp.Report;
import io.abcast.ordering.log.Incarnation;
import io.abcast.ordering.log.LogMessage;
import io.abcast.ordering.log.Name;
import io.abcast.ordering.log.OriginRequest;
import io.abcast.ordering.log.Proof;
import io.abcast.ordering.log.Value;
import io.abcast.ordering.paxos.PaxosMessage;
import io.abcast.ordering.paxos.Vote;
import java.util.List;

/** Fuzz target for the frames of the ordering protocols PAXOS, FAST_PAXOS and FBP. */
final class OrderingTarget {
    private static final Proof PROOF =
            new Proof(new byte[] {7, 7}, 0, 2, List.of(new Digest(1, 2, 3, 4)));

    private static final List<OriginRequest> REQUESTS =
            List.of(
                    new OriginRequest(3, 41, 42, new byte[] {1, 2, 3}),
                    new OriginRequest(3, 42, 44, new byte[0]),
                    new OriginRequest(1, OriginRequest.FIRST, 7, new byte[] {4}));
    private static final Name NAME = Name.ofSlot(3, new Incarnation(6, -7), 65537, 3);
    private static final Value NAMED = Value.named(NAME, REQUESTS);
    private static final Value VALUE =
            Value.digested(List.of(new OriginRequest(3, 41, 42, new byte[] {1, 2, 3}, PROOF)));

    private OrderingTarget() {}

    static Target frames() {
        SnapshotId snapshot = new SnapshotId(Zxid.of(2, 9), 70, 5);
        Entry entry = Entry.tagged(Zxid.of(1, 1), 2, Entry.placeOf(9, true), 7, new byte[] {9});
        Digest digest = Digest.of(new byte[] {1});
        Claim claim = new Claim(2, Claim.Kind.ORDER, 8, digest, new byte[] {7});
        Checkpoint checkpoint = new Checkpoint(List.of(claim));
        List<Report.Vote> votes = List.of(new Report.Vote(9, 1, VALUE));
        Report report = new Report(3, 2, checkpoint, votes, new byte[] {4, 5, 6});
        Incarnation storage = new Incarnation(6, -7);
        Message[] messages = {
            new LogMessage.Standing(
                    true,
                    5,
                    LogMessage.Rank.LOCKED,
                    storage,
                    7,
                    new LogMessage.Lock(4, List.of(storage, Incarnation.NONE, storage), 10),
                    true,
                    8,
                    9,
                    10,
                    true,
                    11),
            new LogMessage.Framed(
                    77, new LogMessage.Forward(List.of(REQUESTS.get(0), VALUE.requests().get(0)))),
            new LogMessage.Framed(77, new LogMessage.Learn(5, Zxid.of(1, 4))),
            new LogMessage.Framed(
                    77, new LogMessage.Entries(0, Zxid.NONE, 3, List.of(entry, entry))),
            new LogMessage.Framed(
                    77, new LogMessage.Offer(snapshot, new byte[] {1}, null, new byte[0])),
            new LogMessage.Framed(
                    77, new LogMessage.Offer(snapshot, new byte[] {1}, digest, new byte[] {2})),
            new LogMessage.Framed(77, new LogMessage.Chunk(snapshot, 3, new byte[] {1, 2})),
            new LogMessage.Framed(
                    77,
                    new PaxosMessage.Ack(
                            1 << 16 | 1,
                            3,
                            storage,
                            storage,
                            2,
                            3,
                            5,
                            List.of(new Vote(3, 65537, true, NAMED)))),
            new LogMessage.Framed(77, new PaxosMessage.Confirm(65537, 2, storage, storage)),
            new LogMessage.Framed(77, new PaxosMessage.Admit(storage, 65537, 12)),
            new LogMessage.Framed(77, new PaxosMessage.Accept(1 << 16 | 1, 3, NAMED)),
            new LogMessage.Framed(77, new PaxosMessage.Accepted(3, 65537, false, NAME)),
            new LogMessage.Framed(77, new PaxosMessage.Want(List.of(3L, 4L))),
            new LogMessage.Framed(
                    77, new PaxosMessage.Given(List.of(new Vote(3, 65537, false, Value.NOTHING)))),
            new LogMessage.Framed(77, new FbpMessage.Propose(0, 4, VALUE)),
            new LogMessage.Framed(77, new FbpMessage.Reported(report)),
            new LogMessage.Framed(77, new FbpMessage.NewRegency(2, List.of(report, report))),
            new LogMessage.Framed(77, new FbpMessage.Claimed(List.of(claim, claim), true)),
        };
        byte[][] seeds = new byte[messages.length][];
        for (int i = 0; i < seeds.length; i++) seeds[i] = encoded(messages[i]);
        return CodecTarget.of(
                "ordering frames",
                bytes -> encoded(OrderingCodec.INSTANCE.decode(new WireReader(bytes))),
                seeds);
    }

    private static byte[] encoded(Message message) {
        WireWriter out = new WireWriter(64);
        OrderingCodec.INSTANCE.encode(message, out);
        return out.toByteArray();
    }
}
