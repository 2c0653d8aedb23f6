package io.abcast.zab;

import io.abcast.kernel.Entry;
import io.abcast.kernel.MalformedFrameException;
import io.abcast.kernel.MessageCodec;
import io.abcast.kernel.Reconfiguration;
import io.abcast.kernel.Refusal;
import io.abcast.kernel.SnapshotId;
import io.abcast.kernel.WireReader;
import io.abcast.kernel.WireWriter;
import io.abcast.kernel.Zxid;
import io.abcast.zab.LinkMessage.Ack;
import io.abcast.zab.LinkMessage.AckEpoch;
import io.abcast.zab.LinkMessage.AckNewLeader;
import io.abcast.zab.LinkMessage.Commit;
import io.abcast.zab.LinkMessage.FollowerInfo;
import io.abcast.zab.LinkMessage.Forward;
import io.abcast.zab.LinkMessage.KeepSnapshot;
import io.abcast.zab.LinkMessage.NewEpoch;
import io.abcast.zab.LinkMessage.NewLeader;
import io.abcast.zab.LinkMessage.Ping;
import io.abcast.zab.LinkMessage.Pong;
import io.abcast.zab.LinkMessage.Propose;
import io.abcast.zab.LinkMessage.ReadIndex;
import io.abcast.zab.LinkMessage.ReadIndexReply;
import io.abcast.zab.LinkMessage.Reconfigure;
import io.abcast.zab.LinkMessage.ReconfigureRefused;
import io.abcast.zab.LinkMessage.Request;
import io.abcast.zab.LinkMessage.RequestsRefused;
import io.abcast.zab.LinkMessage.SnapshotChunk;
import io.abcast.zab.LinkMessage.SnapshotDone;
import io.abcast.zab.LinkMessage.SnapshotPoint;
import io.abcast.zab.LinkMessage.SnapshotRequest;
import io.abcast.zab.LinkMessage.Sync;
import io.abcast.zab.LinkMessage.SyncMode;
import io.abcast.zab.LinkMessage.UpToDate;
import io.abcast.zab.ZabMessage.EndSession;
import io.abcast.zab.ZabMessage.Frame;
import io.abcast.zab.ZabMessage.PeerAck;
import io.abcast.zab.ZabMessage.Settled;
import io.abcast.zab.ZabMessage.Vote;
import java.util.Arrays;
import java.util.List;

/**
 * The wire format of {@link ZabMessage}. An encoded message has one byte for the format version, one byte for the kind,
 * and then the fields. Counts and small numbers are varints; zxids and session numbers have 8 bytes.
 *
 * <p>Version 2 adds the entries and messages for changes of the ensemble, and the zxid of the last change of the
 * ensemble that a sender knows. Version 1 is the format of the first release, which this codec reads, and writes for
 * peers that read no other version.
 */
public final class ZabCodec implements MessageCodec<ZabMessage> {
    public static final ZabCodec INSTANCE = new ZabCodec();

    static final int VERSION_1 = 1;

    static final int VERSION_2 = 2;

    private static final int VOTE = 1;
    private static final int END_SESSION = 2;
    private static final int FOLLOWER_INFO = 3;
    private static final int NEW_EPOCH = 4;
    private static final int ACK_EPOCH = 5;
    private static final int SYNC = 6;
    private static final int SNAPSHOT_REQUEST = 7;
    private static final int SNAPSHOT_CHUNK = 8;
    private static final int SNAPSHOT_DONE = 9;
    private static final int PROPOSE = 10;
    private static final int NEW_LEADER = 11;
    private static final int ACK_NEW_LEADER = 12;
    private static final int UP_TO_DATE = 13;
    private static final int ACK = 14;
    private static final int COMMIT = 15;
    private static final int FORWARD = 16;
    private static final int PING = 17;
    private static final int PONG = 18;
    private static final int READ_INDEX = 19;
    private static final int READ_INDEX_REPLY = 20;
    private static final int PEER_ACK = 21;
    private static final int SETTLED = 22;
    private static final int RECONFIGURE = 23;
    private static final int RECONFIGURE_REFUSED = 24;
    private static final int SNAPSHOT_POINT = 25;
    private static final int KEEP_SNAPSHOT = 26;
    private static final int REQUESTS_REFUSED = 27;

    private static final int STEERED = 1;

    private static final int STEERED_TO_ZAB = 2;
    private static final int STAMPED = 4;

    private static final Role[] ROLES = Role.values();
    private static final SyncMode[] MODES = SyncMode.values();
    private static final Refusal[] REFUSALS = Refusal.values();
    private static final byte[] NO_NOTE = new byte[0];

    /** Flag in the tag of an entry: the message omits the payload, because the receiver has it already. */
    private static final int KEPT = 1 << 20;

    /**
     * Minimum encoded size of an entry and of a request, in bytes, by which the decoder checks a received count, so
     * that a false count cannot exhaust memory.
     */
    private static final int ENTRY_BYTES_MIN = 8 + 1 + 8 + 1;

    private static final int REQUEST_BYTES_MIN = 8 + 1;

    private ZabCodec() {}

    @Override
    public int versionMax() {
        return VERSION_2;
    }

    /** Whether version {@code version} of the wire format can express {@code message}. */
    public boolean canEncode(ZabMessage message, int version) {
        if (version >= VERSION_2) return true;
        if (message instanceof Settled) return false;
        if (!(message instanceof Frame frame)) return true;
        LinkMessage body = frame.body();
        if (body instanceof Sync sync) return sync.note().length == 0;
        if (body instanceof Propose propose) {
            for (int i = 0; i < propose.entries().size(); i++)
                if (propose.entries().get(i).isMembership()
                        || Propose.isKept(propose.entries().get(i))) return false;
            return true;
        }
        return !(body instanceof Reconfigure
                || body instanceof ReconfigureRefused
                || body instanceof SnapshotPoint
                || body instanceof KeepSnapshot
                || body instanceof RequestsRefused);
    }

    @Override
    public void encode(ZabMessage message, int version, WireWriter out) {
        if (version < VERSION_1 || version > VERSION_2)
            throw new IllegalArgumentException("version: expected 1 to 2, got " + version);
        if (!canEncode(message, version))
            throw new IllegalArgumentException("version " + version + " cannot express " + message);
        out.u8(version);
        if (message instanceof Frame frame) {
            LinkMessage body = frame.body();
            out.u8(kind(body)).i64(frame.session()).varint(frame.sequence());
            encodeBody(body, version, out);
        } else if (message instanceof Vote v) {
            out.u8(VOTE)
                    .u8(v.role().ordinal())
                    .u8(voteFlags(v, version))
                    .varint(v.acceptedEpoch())
                    .varint(v.currentEpoch())
                    .i64(v.durableZxid())
                    .varint(v.candidate());
            if (version >= VERSION_2) out.i64(v.configuration()).i32(v.heard());
        } else if (message instanceof PeerAck ack) {
            out.u8(PEER_ACK).varint(ack.epoch()).i64(ack.nonce()).i64(ack.zxid());
        } else if (message instanceof Settled settled) {
            out.u8(SETTLED).i64(settled.configuration()).u8(settled.member() ? 1 : 0);
        } else {
            out.u8(END_SESSION).i64(((EndSession) message).session());
        }
    }

    /** Version 1 of the wire format has no flag for observers, because the first release has no observers. */
    private static int voteFlags(Vote v, int version) {
        int observes = version >= VERSION_2 && !v.stands() ? 4 : 0;
        return (v.voter() ? 1 : 0) | (v.fresh() ? 2 : 0) | observes;
    }

    private static int kind(LinkMessage body) {
        if (body instanceof Propose) return PROPOSE;
        if (body instanceof Ack) return ACK;
        if (body instanceof Commit) return COMMIT;
        if (body instanceof Forward) return FORWARD;
        if (body instanceof Ping) return PING;
        if (body instanceof Pong) return PONG;
        if (body instanceof ReadIndex) return READ_INDEX;
        if (body instanceof ReadIndexReply) return READ_INDEX_REPLY;
        if (body instanceof FollowerInfo) return FOLLOWER_INFO;
        if (body instanceof NewEpoch) return NEW_EPOCH;
        if (body instanceof AckEpoch) return ACK_EPOCH;
        if (body instanceof Sync) return SYNC;
        if (body instanceof SnapshotRequest) return SNAPSHOT_REQUEST;
        if (body instanceof SnapshotChunk) return SNAPSHOT_CHUNK;
        if (body instanceof SnapshotDone) return SNAPSHOT_DONE;
        if (body instanceof NewLeader) return NEW_LEADER;
        if (body instanceof AckNewLeader) return ACK_NEW_LEADER;
        if (body instanceof UpToDate) return UP_TO_DATE;
        if (body instanceof Reconfigure) return RECONFIGURE;
        if (body instanceof ReconfigureRefused) return RECONFIGURE_REFUSED;
        if (body instanceof SnapshotPoint) return SNAPSHOT_POINT;
        if (body instanceof KeepSnapshot) return KEEP_SNAPSHOT;
        if (body instanceof RequestsRefused) return REQUESTS_REFUSED;
        throw new IllegalArgumentException("no kind for " + body);
    }

    private static void encodeBody(LinkMessage body, int version, WireWriter out) {
        if (body instanceof Propose m) {
            encodeSteering(m.steering(), out.varint(m.epoch()).i64(m.commit()));
            encodeEntries(m.entries(), out);
        } else if (body instanceof Ack m) {
            out.varint(m.epoch()).i64(m.zxid());
            out.u8((m.votesForZab() ? 1 : 0) | (m.stamp() == 0 ? 0 : 2));
            if (m.stamp() != 0) out.i64(m.stamp());
        } else if (body instanceof Commit m)
            encodeSteering(m.steering(), out.varint(m.epoch()).i64(m.zxid()));
        else if (body instanceof Forward m) encodeRequests(m.requests(), out);
        else if (body instanceof Ping m)
            encodeSteering(m.steering(), out.varint(m.epoch()).varint(m.round()).i64(m.commit()));
        else if (body instanceof Pong m) out.varint(m.epoch()).varint(m.round());
        else if (body instanceof ReadIndex m) out.i64(m.read());
        else if (body instanceof ReadIndexReply m) out.i64(m.read()).i64(m.zxid());
        else if (body instanceof FollowerInfo m) {
            out.varint(m.acceptedEpoch()).u8((m.voter() ? 1 : 0) | (m.fresh() ? 2 : 0));
            if (version >= VERSION_2)
                out.varint(m.currentEpoch()).i64(m.configuration()).varint(m.version());
        } else if (body instanceof NewEpoch m) {
            out.varint(m.epoch()).u8(m.policy()).i64(m.nonce());
            if (version >= VERSION_2) out.i64(m.configuration()).varint(m.version());
        } else if (body instanceof AckEpoch m) {
            out.varint(m.epoch())
                    .u8((m.promised() ? 1 : 0) | (m.complete() ? 2 : 0))
                    .varint(m.currentEpoch())
                    .i64(m.logAfter())
                    .i64(m.lastZxid())
                    .i64(m.durableZxid())
                    .varint(m.epochEnds().length);
            for (long end : m.epochEnds()) out.i64(end);
        } else if (body instanceof Sync m) {
            out.varint(m.epoch()).u8(m.mode().ordinal()).i64(m.zxid());
            encodeSnapshot(m.snapshot(), out);
            if (version >= VERSION_2) out.bytes(m.note());
        } else if (body instanceof SnapshotRequest m)
            encodeSnapshot(m.snapshot(), out).i64(m.offset());
        else if (body instanceof SnapshotChunk m)
            encodeSnapshot(m.snapshot(), out).i64(m.offset()).bytes(m.bytes());
        else if (body instanceof SnapshotDone m) encodeSnapshot(m.snapshot(), out);
        else if (body instanceof NewLeader m) out.varint(m.epoch()).i64(m.lastZxid());
        else if (body instanceof AckNewLeader m) out.varint(m.epoch()).i64(m.zxid());
        else if (body instanceof UpToDate m)
            encodeSteering(m.steering(), out.varint(m.epoch()).i64(m.commit()));
        else if (body instanceof Reconfigure m)
            Reconfiguration.writeChange(m.change(), out.i64(m.request()));
        else if (body instanceof ReconfigureRefused m) out.i64(m.request()).u8(m.why().ordinal());
        else if (body instanceof SnapshotPoint m) out.varint(m.epoch()).i64(m.zxid());
        else if (body instanceof KeepSnapshot m) encodeSnapshot(m.snapshot(), out);
        else if (body instanceof RequestsRefused m) out.i64(m.first());
    }

    private static void encodeSteering(Steering s, WireWriter out) {
        if (s.isNone()) {
            out.u8(0);
            return;
        }
        out.u8(STEERED | (s.zab() ? STEERED_TO_ZAB : 0) | (s.stamp() == 0 ? 0 : STAMPED));
        out.varint(s.followers()).i64(s.durable());
        if (s.stamp() != 0) out.i64(s.stamp()).varint(Math.max(0, s.heldNanos()));
    }

    private static void encodeEntries(List<Entry> entries, WireWriter out) {
        out.varint(entries.size());
        for (int i = 0; i < entries.size(); i++) {
            Entry e = entries.get(i);
            boolean kept = Propose.isKept(e);
            out.i64(e.zxid()).varint(kept ? e.tag() | KEPT : e.tag()).i64(e.request());
            if (!kept) out.bytes(e.payload());
        }
    }

    private static void encodeRequests(List<Request> requests, WireWriter out) {
        out.varint(requests.size());
        for (int i = 0; i < requests.size(); i++) {
            out.i64(requests.get(i).request()).bytes(requests.get(i).payload());
        }
    }

    private static WireWriter encodeSnapshot(SnapshotId snapshot, WireWriter out) {
        return out.i64(snapshot.zxid()).i64(snapshot.bytes()).i32(snapshot.crc());
    }

    @Override
    public ZabMessage decode(WireReader in) {
        int version = in.u8();
        if (version < VERSION_1 || version > VERSION_2)
            throw new MalformedFrameException("version: expected 1 to 2, got " + version);
        int kind = in.u8();
        ZabMessage message;
        if (kind == VOTE) message = decodeVote(version, in);
        else if (kind == END_SESSION) message = new EndSession(in.i64());
        else if (kind == PEER_ACK) message = new PeerAck(number(in), in.i64(), zxid(in));
        else if (kind == SETTLED && version >= VERSION_2)
            message = new Settled(zxid(in), flags(in, 1) != 0);
        else message = new Frame(in.i64(), sequence(in), decodeBody(kind, version, in));
        in.end();
        return message;
    }

    private static ZabMessage decodeVote(int version, WireReader in) {
        Role role = one(ROLES, in.u8(), "role");
        int flags = flags(in, version >= VERSION_2 ? 7 : 3);
        boolean voter = (flags & 1) != 0;
        boolean fresh = (flags & 2) != 0;
        return new Vote(
                role,
                voter,
                (flags & 4) == 0,
                fresh,
                number(in),
                number(in),
                zxid(in),
                number(in),
                version >= VERSION_2 ? zxid(in) : Zxid.NONE,
                version >= VERSION_2 ? in.i32() : Vote.HEARD_ALL);
    }

    private static LinkMessage decodeBody(int kind, int version, WireReader in) {
        return switch (kind) {
            case PROPOSE ->
                    new Propose(
                            number(in), zxid(in), decodeSteering(in), decodeEntries(version, in));
            case ACK -> decodeAck(in);
            case COMMIT -> new Commit(number(in), zxid(in), decodeSteering(in));
            case FORWARD -> new Forward(decodeRequests(in));
            case PING -> new Ping(number(in), sequence(in), zxid(in), decodeSteering(in));
            case PONG -> new Pong(number(in), sequence(in));
            case READ_INDEX -> new ReadIndex(in.i64());
            case READ_INDEX_REPLY -> new ReadIndexReply(in.i64(), zxid(in));
            case FOLLOWER_INFO -> {
                int accepted = number(in);
                int flags = flags(in, 3);
                boolean voter = (flags & 1) != 0;
                // CEPOCH of version 1 lacks the epoch that the follower has entered; for a voter,
                // the accepted epoch is an upper bound of it.
                int entered = version >= VERSION_2 ? number(in) : voter ? accepted : 0;
                yield new FollowerInfo(
                        accepted,
                        entered,
                        voter,
                        (flags & 2) != 0,
                        version >= VERSION_2 ? zxid(in) : Zxid.NONE,
                        version >= VERSION_2 ? Math.max(VERSION_2, number(in)) : VERSION_1);
            }
            case NEW_EPOCH ->
                    new NewEpoch(
                            number(in),
                            in.u8(),
                            in.i64(),
                            version >= VERSION_2 ? zxid(in) : Zxid.NONE,
                            version >= VERSION_2 ? Math.max(VERSION_2, number(in)) : VERSION_1);
            case ACK_EPOCH -> decodeAckEpoch(in);
            case SYNC ->
                    new Sync(
                            number(in),
                            one(MODES, in.u8(), "mode"),
                            zxid(in),
                            decodeSnapshot(in),
                            version >= VERSION_2 ? in.bytes() : NO_NOTE);
            case SNAPSHOT_REQUEST -> new SnapshotRequest(decodeSnapshot(in), offset(in));
            case SNAPSHOT_CHUNK -> new SnapshotChunk(decodeSnapshot(in), offset(in), in.bytes());
            case SNAPSHOT_DONE -> new SnapshotDone(decodeSnapshot(in));
            case NEW_LEADER -> new NewLeader(number(in), zxid(in));
            case ACK_NEW_LEADER -> new AckNewLeader(number(in), zxid(in));
            case UP_TO_DATE -> new UpToDate(number(in), zxid(in), decodeSteering(in));
            default -> decodeLater(kind, version, in);
        };
    }

    private static LinkMessage decodeLater(int kind, int version, WireReader in) {
        if (kind == RECONFIGURE && version >= VERSION_2)
            return new Reconfigure(in.i64(), Reconfiguration.readChange(in));
        if (kind == RECONFIGURE_REFUSED && version >= VERSION_2)
            return new ReconfigureRefused(in.i64(), one(REFUSALS, in.u8(), "refusal"));
        if (kind == SNAPSHOT_POINT && version >= VERSION_2)
            return new SnapshotPoint(number(in), zxid(in));
        if (kind == KEEP_SNAPSHOT && version >= VERSION_2)
            return new KeepSnapshot(decodeSnapshot(in));
        if (kind == REQUESTS_REFUSED && version >= VERSION_2) return new RequestsRefused(in.i64());
        throw new MalformedFrameException(
                "kind: expected 1.."
                        + (version >= VERSION_2 ? REQUESTS_REFUSED : PEER_ACK)
                        + ", got "
                        + kind);
    }

    private static Ack decodeAck(WireReader in) {
        int epoch = number(in);
        long zxid = zxid(in);
        int flags = flags(in, 3);
        return new Ack(epoch, zxid, (flags & 1) != 0, (flags & 2) != 0 ? in.i64() : 0);
    }

    private static Steering decodeSteering(WireReader in) {
        int flags = flags(in, STEERED | STEERED_TO_ZAB | STAMPED);
        if (flags == 0) return Steering.NONE;
        if ((flags & STEERED) == 0)
            throw new MalformedFrameException("steering: unexpected flags " + flags);
        int followers = number(in);
        long durable = zxid(in);
        boolean stamped = (flags & STAMPED) != 0;
        return new Steering(
                (flags & STEERED_TO_ZAB) != 0,
                followers,
                durable,
                stamped ? in.i64() : 0,
                stamped ? notNegative(in.varint(), "held") : 0);
    }

    private static AckEpoch decodeAckEpoch(WireReader in) {
        int epoch = number(in);
        int flags = flags(in, 3);
        int currentEpoch = number(in);
        long logAfter = zxid(in);
        long last = zxid(in);
        long durable = zxid(in);
        long[] ends = new long[in.count(in.remaining() / Long.BYTES)];
        for (int i = 0; i < ends.length; i++) ends[i] = zxid(in);
        return new AckEpoch(
                epoch,
                (flags & 1) != 0,
                currentEpoch,
                logAfter,
                ends,
                last,
                durable,
                (flags & 2) != 0);
    }

    private static List<Entry> decodeEntries(int version, WireReader in) {
        Entry[] entries = new Entry[in.count(in.remaining() / ENTRY_BYTES_MIN)];
        for (int i = 0; i < entries.length; i++) {
            long zxid = zxid(in);
            int read = number(in);
            boolean kept = version >= VERSION_2 && (read & KEPT) != 0;
            int tag = kept ? read & ~KEPT : read;
            if (!Entry.isTag(tag) || (version < VERSION_2 && Entry.isMembership(tag)))
                throw new MalformedFrameException("entry: expected an origin, got " + tag);
            if (kept && Entry.isMembership(tag))
                throw new MalformedFrameException("entry: a change of the ensemble has a payload");
            entries[i] = Entry.tagged(zxid, tag, in.i64(), kept ? Propose.KEPT : in.bytes());
            if (entries[i].isMembership()) Reconfiguration.decode(entries[i].payload());
        }
        return Arrays.asList(entries);
    }

    private static List<Request> decodeRequests(WireReader in) {
        Request[] requests = new Request[in.count(in.remaining() / REQUEST_BYTES_MIN)];
        for (int i = 0; i < requests.length; i++) requests[i] = new Request(in.i64(), in.bytes());
        return Arrays.asList(requests);
    }

    private static SnapshotId decodeSnapshot(WireReader in) {
        return new SnapshotId(zxid(in), offset(in), in.i32());
    }

    private static int number(WireReader in) {
        return in.count(Integer.MAX_VALUE);
    }

    private static long sequence(WireReader in) {
        return notNegative(in.varint(), "sequence");
    }

    private static long offset(WireReader in) {
        return notNegative(in.i64(), "offset");
    }

    private static long zxid(WireReader in) {
        long zxid = in.i64();
        if (zxid < 0 || Zxid.counter(zxid) < 0)
            throw new MalformedFrameException(
                    "zxid: expected epoch and counter in 0..2^31-1, got " + Long.toHexString(zxid));
        return zxid;
    }

    private static long notNegative(long value, String name) {
        if (value < 0)
            throw new MalformedFrameException(name + ": expected 0 or more, got " + value);
        return value;
    }

    private static int flags(WireReader in, int all) {
        int flags = in.u8();
        if ((flags & ~all) != 0)
            throw new MalformedFrameException("flags: expected 0.." + all + ", got " + flags);
        return flags;
    }

    private static <T> T one(T[] values, int index, String name) {
        if (index >= values.length)
            throw new MalformedFrameException(
                    name + ": expected 0.." + (values.length - 1) + ", got " + index);
        return values[index];
    }
}
