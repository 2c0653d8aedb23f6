package io.abcast.fuzz;

import io.abcast.kernel.Digest;
import io.abcast.kernel.Keys;
import io.abcast.kernel.Membership;
import io.abcast.kernel.Message;
import io.abcast.kernel.WireReader;
import io.abcast.kernel.WireWriter;
import io.abcast.ordering.OrderingCodec;
import io.abcast.ordering.epaxos.Dependencies;
import io.abcast.ordering.epaxos.DependenciesBuilder;
import io.abcast.ordering.epaxos.EpaxosMessage;
import io.abcast.ordering.epaxos.InstanceId;
import io.abcast.ordering.epaxos.InstancePhase;
import io.abcast.ordering.epaxos.InstanceRecord;
import io.abcast.ordering.epaxos.Prefixes;
import io.abcast.ordering.epaxos.Request;
import io.abcast.ordering.epaxos.RequestBatch;
import io.abcast.ordering.log.Incarnation;
import io.abcast.ordering.log.LogMessage;
import java.util.List;

/** Fuzz targets for the frames and the journal records of EPaxos. */
final class EpaxosTarget {
    private static final Membership MEMBERS = Membership.of(1, 2, 5);
    private static final OrderingCodec CODEC = OrderingCodec.of(MEMBERS);
    private static final Incarnation STORAGE = new Incarnation(6, -7);
    private static final InstanceId ID = new InstanceId(5, 300);

    private static final RequestBatch VALUE =
            new RequestBatch(
                    List.of(
                            Request.of(5, STORAGE, 41, List.of(), new byte[] {1, 2, 3}),
                            Request.of(5, STORAGE, 42, List.of(40L, 41L), new byte[5_000])));

    private static final Prefixes LINE = new Prefixes(new long[] {1, 0, 299});

    private EpaxosTarget() {}

    static Target frames() {
        Dependencies deps = deps();
        EpaxosMessage[] messages = {
            new EpaxosMessage.PreAccept(ID, VALUE, deps),
            new EpaxosMessage.PreAcceptOk(ID, deps),
            new EpaxosMessage.Accept(ID, 1 << 16 | 2, RequestBatch.NOP, Dependencies.none(MEMBERS)),
            new EpaxosMessage.AcceptOk(ID, 1 << 16 | 2),
            new EpaxosMessage.Commit(ID, VALUE, deps),
            new EpaxosMessage.Recover(ID, 1 << 16 | 2),
            new EpaxosMessage.RecoverOk(ID, 9, 0, VALUE, deps, deps, InstancePhase.PREACCEPTED),
            new EpaxosMessage.RecoverOk(ID, 9, 0, null, null, null, InstancePhase.INITIAL),
            new EpaxosMessage.Validate(ID, 9, VALUE, deps),
            new EpaxosMessage.ValidateOk(
                    ID, 9, List.of(new EpaxosMessage.Denial(ID, InstancePhase.COMMITTED)), LINE),
            new EpaxosMessage.Waiting(ID, 2),
            new EpaxosMessage.Stale(ID, 70_000),
            new EpaxosMessage.Ask(ID, true),
            new EpaxosMessage.Executed(ID, LINE),
            new EpaxosMessage.ReadAsk(8, Keys.reading("a", "b")),
            new EpaxosMessage.ReadOk(8, deps),
            new EpaxosMessage.PreAcceptProposed(ID, VALUE.fingerprint(), deps),
            new EpaxosMessage.AcceptProposed(ID, VALUE.fingerprint(), deps),
            new EpaxosMessage.CommitProposed(ID, VALUE.fingerprint(), deps),
            new EpaxosMessage.Heartbeat(STORAGE, LINE, LINE),
            new EpaxosMessage.Want(Digest.of(new byte[] {1})),
            new EpaxosMessage.Bytes(new byte[] {1, 2}),
        };
        byte[][] seeds = new byte[messages.length][];
        for (int i = 0; i < seeds.length; i++)
            seeds[i] = encoded(new LogMessage.Framed(77, messages[i]));
        return CodecTarget.of(
                "EPaxos frames", bytes -> encoded(CODEC.decode(new WireReader(bytes))), seeds);
    }

    static Target records() {
        Dependencies deps = deps();
        return CodecTarget.of(
                "EPaxos journal records",
                bytes -> {
                    WireReader in = new WireReader(bytes);
                    InstanceRecord record = InstanceRecord.read(ID, VALUE, false, in, MEMBERS);
                    in.end();
                    return encoded(record);
                },
                encoded(
                        new InstanceRecord(
                                ID, InstancePhase.INITIAL, 9, 0, null, null, null, null)),
                encoded(
                        new InstanceRecord(
                                ID, InstancePhase.PREACCEPTED, 0, 0, VALUE, deps, VALUE, deps)),
                encoded(
                        new InstanceRecord(
                                ID,
                                InstancePhase.ACCEPTED,
                                9,
                                8,
                                VALUE,
                                deps,
                                RequestBatch.NOP,
                                deps)));
    }

    private static Dependencies deps() {
        return new DependenciesBuilder(MEMBERS)
                .start(Dependencies.upTo(MEMBERS, new long[] {7, 0, 2}))
                .add(0, 9)
                .add(0, 10)
                .add(2, 299)
                .build();
    }

    private static byte[] encoded(Message message) {
        WireWriter out = new WireWriter(64);
        CODEC.encode(message, out);
        return out.toByteArray();
    }

    private static byte[] encoded(InstanceRecord record) {
        WireWriter out = new WireWriter(64);
        record.write(VALUE, out);
        return out.toByteArray();
    }
}
