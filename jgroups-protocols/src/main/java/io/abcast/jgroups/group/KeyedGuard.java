package io.abcast.jgroups.group;

import io.abcast.driver.Hello;
import io.abcast.kernel.Membership;
import io.abcast.kernel.WirePieces;
import io.abcast.kernel.WireReader;
import io.abcast.kernel.WireWriter;
import io.abcast.ordering.fbp.Signer;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BiConsumer;
import org.jgroups.Address;

/**
 * Authenticates senders by the keys of the members. Each process signs an {@link Introduction}. An introduction names
 * the server, the incarnation (run number), the address, the ensemble and an X25519 key of its process. Two processes
 * that have each other's introduction share {@link PairKeys}, and add a MAC to each frame and hello between them.
 *
 * <p><b>Replays.</b> A recorded introduction stays valid, but without a MAC (message authentication code) it only
 * triggers an answer. The guard trusts a hello only with a valid MAC, which needs the private part of the signed X25519
 * key. The MAC of a hello also covers the X25519 key of the receiver's incarnation, so a recorded MAC is invalid after
 * a restart of either process. While the incarnations of both processes run, a sequence number in the hellos prevents
 * repeated hellos from taking effect.
 *
 * <p><b>Bounds.</b> The guard keeps at most {@link #PEERS_PER_ID} processes per server id, and a {@link
 * VerificationBudget} limits the verified signatures. If several servers use one address, the guard assigns the address
 * to the server that has authenticated itself first.
 */
public final class KeyedGuard implements FrameGuard {
    /** The running process, some ended processes, and some processes that have copied introductions. */
    static final int PEERS_PER_ID = 4;

    private static final long ANSWER_AGAIN_NANOS = 200_000_000;

    private static final AbcastHeader FRAME_HEADER = new AbcastHeader(AbcastHeader.SEALED_FRAME);
    private static final AbcastHeader HELLO_HEADER = new AbcastHeader(AbcastHeader.SEALED_HELLO);
    private static final byte[] NO_MAC = new byte[PairKeys.MAC_BYTES];

    private final int self;
    private final Membership members;
    private final String group;
    private final Address local;
    private final Signer signer;
    private final KeyPair agreement;
    private final UnprovenSenders refusals;
    private final VerificationBudget budget = new VerificationBudget();
    private final Map<Address, Peer> peers = new ConcurrentHashMap<>();

    /** Only the event loop uses the field {@code me}. */
    private Introduction me;

    private long sequence;

    /**
     * @param members server ids of the members that have keys
     * @param group name of the ensemble; see {@link Hello}
     * @param signer object that signs with this server's key and verifies with the keys of all members.
     * @param log consumer of a line about each refused message, with the server id that the message's sender claims, or
     *     0 if that id is unknown
     */
    public KeyedGuard(
            int self,
            Membership members,
            String group,
            Address local,
            Signer signer,
            BiConsumer<Integer, String> log) {
        this.self = self;
        this.members = members;
        this.group = group;
        this.local = local;
        this.signer = signer;
        refusals = new UnprovenSenders(members, log);
        try {
            agreement = KeyPairGenerator.getInstance("X25519").generateKeyPair();
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("expected a JDK with X25519, 11 or newer", e);
        }
        me = introduction(0);
    }

    private Introduction introduction(long incarnation) {
        Introduction unsigned =
                new Introduction(
                        self,
                        incarnation,
                        group,
                        Introduction.bytes(local),
                        agreement.getPublic().getEncoded(),
                        new byte[0]);
        return unsigned.signedAs(signer.sign(unsigned.signed()));
    }

    @Override
    public int bytes() {
        return PairKeys.MAC_BYTES;
    }

    @Override
    public AbcastHeader frameHeader() {
        return FRAME_HEADER;
    }

    @Override
    public AbcastHeader helloHeader() {
        return HELLO_HEADER;
    }

    @Override
    public void seal(Address to, WireWriter frame) {
        byte[] mac = keys(to).mac(PairKeys.FRAME, frame.array(), 0, frame.size());
        frame.raw(mac, 0, PairKeys.MAC_BYTES);
    }

    @Override
    public WirePieces seal(Address to, WirePieces frame) {
        byte[] mac = keys(to).mac(frame);
        byte[] head = Arrays.copyOf(frame.head(), frame.headBytes() + PairKeys.MAC_BYTES);
        System.arraycopy(mac, 0, head, frame.headBytes(), PairKeys.MAC_BYTES);
        return frame.withHead(head, head.length);
    }

    private PairKeys keys(Address to) {
        Peer peer = peers.get(to);
        if (peer == null)
            throw new IllegalArgumentException("expected agreed keys with the process at " + to);
        return peer.keys;
    }

    @Override
    public byte[] seal(Address to, Hello hello) {
        if (hello.incarnation() != me.incarnation()) me = introduction(hello.incarnation());
        WireWriter out = SealedHello.content(me, ++sequence, hello);
        Peer peer = peers.get(to);
        byte[] mac =
                peer == null ? NO_MAC : peer.keys.mac(PairKeys.HELLO, out.array(), 0, out.size());
        return out.raw(mac, 0, PairKeys.MAC_BYTES).toByteArray();
    }

    @Override
    public int check(Address from, byte[] array, int offset, int length) {
        Peer peer = peers.get(from);
        if (peer == null) return -1;
        int content = length - PairKeys.MAC_BYTES;
        if (content < 1
                || !peer.keys.isFrom(
                        PairKeys.FRAME, array, offset, content, array, offset + content))
            throw refusals.add(peer.id, "frame from " + from + ": its MAC is invalid");
        return peer.id;
    }

    @Override
    public int check(Address from, WirePieces frame) {
        Peer peer = peers.get(from);
        if (peer == null) return -1;
        if (frame.headBytes() <= PairKeys.MAC_BYTES || !peer.keys.isFrom(frame))
            throw refusals.add(peer.id, "frame from " + from + ": its MAC is invalid");
        return peer.id;
    }

    @Override
    public RefusedFrameException refusal(Address from, String why) {
        Peer peer = peers.get(from);
        return refusals.add(peer == null ? 0 : peer.id, why);
    }

    @Override
    public Object hello(WireReader in) {
        return SealedHello.decode(in);
    }

    @Override
    public void onView(List<Address> view) {
        budget.onView(view);
    }

    @Override
    public Verdict admit(Address from, SealedHello hello, long nowNanos) {
        if (from.equals(local)) return Verdict.IGNORED;
        Introduction its = hello.introduction();
        if (!members.contains(its.id()))
            return refuse(0, "hello from %s: server %d is not a member", from, its.id());
        if (!its.isAt(from))
            return refuse(its.id(), "hello from %s: it is signed for another address", from);
        Peer known = peers.get(from);
        if (known != null && known.proven && known.id != its.id())
            return refuse(
                    its.id(), "hello from %s: that address belongs to server %d", from, known.id);
        if (known == null || !known.introduction.isSame(its)) {
            if (!budget.take(from, nowNanos))
                return refuse(its.id(), "hello from %s: too many signatures to verify", from);
            if (!signer.verify(its.id(), its.signed(), its.signature()))
                return refuse(its.id(), "hello from %s: its signature is invalid", from);
        }
        return admitSigned(from, known, hello, nowNanos);
    }

    /** A signature alone proves nothing about the sender of a hello, because any process may have copied the hello. */
    private Verdict admitSigned(Address from, Peer known, SealedHello hello, long nowNanos) {
        Introduction its = hello.introduction();
        boolean sameRun =
                known != null
                        && known.id == its.id()
                        && known.introduction.group().equals(its.group())
                        && Arrays.equals(known.introduction.agreement(), its.agreement());
        Peer peer = known;
        if (!sameRun) {
            peer = agree(its, known, nowNanos);
            if (peer == null)
                return refuse(its.id(), "hello from %s: its X25519 key is invalid", from);
        }
        byte[] content = hello.content();
        if (peer.keys.isFrom(PairKeys.HELLO, content, 0, content.length, hello.mac(), 0)) {
            if (hello.sequence() <= peer.sequence) return Verdict.IGNORED;
            peer.sequence = hello.sequence();
            peer.introduction = its;
            peer.proven = true;
            peer.seenNanos = nowNanos;
            if (peer != known) keep(from, peer);
            return Verdict.PROVEN;
        }
        if (hello.hasMac()) refusals.add(its.id(), "hello from " + from + ": its MAC is invalid");
        // A process that has not proved that it runs never replaces an authenticated process at the
        // address.
        if (known == null || !known.proven) {
            peer.introduction = its;
            if (peer != known) keep(from, peer);
            known = peer;
        }
        if (nowNanos - known.answeredNanos < ANSWER_AGAIN_NANOS) return Verdict.IGNORED;
        known.answeredNanos = nowNanos;
        return Verdict.ASK;
    }

    private Peer agree(Introduction its, Peer known, long nowNanos) {
        long answered = known == null ? nowNanos - ANSWER_AGAIN_NANOS : known.answeredNanos;
        try {
            return new Peer(its, new PairKeys(agreement, me, its), nowNanos, answered);
        } catch (GeneralSecurityException e) {
            return null;
        }
    }

    /**
     * With {@link #PEERS_PER_ID} processes of the server, drops one: first an unauthenticated one, and the one with the
     * oldest valid hello.
     */
    private void keep(Address at, Peer peer) {
        Address victim = null;
        int others = 0;
        for (Map.Entry<Address, Peer> entry : peers.entrySet()) {
            if (entry.getValue().id != peer.id || entry.getKey().equals(at)) continue;
            others++;
            if (victim == null || isLess(entry.getValue(), peers.get(victim)))
                victim = entry.getKey();
        }
        if (others >= PEERS_PER_ID) peers.remove(victim);
        peers.put(at, peer);
    }

    private static boolean isLess(Peer one, Peer other) {
        return one.proven != other.proven ? other.proven : one.seenNanos - other.seenNanos < 0;
    }

    private Verdict refuse(int id, String format, Object... arguments) {
        refusals.add(id, format.formatted(arguments));
        return Verdict.REFUSED;
    }

    @Override
    public Map<Integer, Long> refused() {
        return refusals.counts();
    }
}
