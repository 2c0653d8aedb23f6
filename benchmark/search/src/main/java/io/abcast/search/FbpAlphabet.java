package io.abcast.search;

import io.abcast.kernel.Digest;
import io.abcast.kernel.Message;
import io.abcast.kernel.SnapshotId;
import io.abcast.ordering.fbp.FbpMessage;
import io.abcast.ordering.fbp.FbpMessage.Accepted;
import io.abcast.ordering.fbp.Report;
import io.abcast.ordering.log.LogMessage;
import io.abcast.ordering.log.LogMessage.Chunk;
import io.abcast.ordering.log.LogMessage.Fetch;
import io.abcast.ordering.log.LogMessage.Framed;
import io.abcast.ordering.log.LogMessage.Offer;
import io.abcast.ordering.log.LogMessage.Standing;
import io.abcast.ordering.log.OriginRequest;
import io.abcast.ordering.log.Proof;
import io.abcast.ordering.log.Value;
import io.abcast.sim.Rng;
import io.abcast.sim.liar.Alphabet;
import io.abcast.sim.liar.Forge;
import io.abcast.sim.liar.LiarMemory;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.zip.CRC32C;

/**
 * The messages that lying members of Fast Byzantine Paxos can send: all kinds, with any content that {@link Forge} can
 * compose of known values.
 */
public class FbpAlphabet implements Alphabet {
    private static final double INVENTED_SHARE = 0.15;
    private static final double REPLAYED_SHARE = 0.15;
    private static final int CHANGES_MAX = 3;

    /**
     * Probability that a lying member keeps the old proof of a request that it has changed, so that the proof is
     * invalid.
     */
    private static final double UNSIGNED_SHARE = 0.2;

    private static final double KNOWN_VOTES = 0.6;

    private static final int FORGED_BYTES_MAX = 400;

    record Forged(SnapshotId id, byte[] content) {}

    private final Set<Integer> liars;
    private final Forge forge;

    /** @param liars server ids of the lying members */
    public FbpAlphabet(Set<Integer> liars) {
        this.liars = Set.copyOf(liars);
        forge = new Forge(Seal::any, this::finished, this.liars::contains);
    }

    private Object finished(Object changed, int liar, Rng dice) {
        if (!(changed instanceof OriginRequest v) || dice.chance(UNSIGNED_SHARE)) return changed;
        int origin = liars.contains(v.origin()) || dice.chance(0.3) ? v.origin() : liar;
        int signer = liars.contains(origin) ? origin : liar;
        Proof proof = new Proof(Seal.any(signer), 0, 1, List.of());
        return new OriginRequest(origin, v.previous(), v.number(), v.payload(), proof);
    }

    static List<Class<?>> everyKind() {
        List<Class<?>> kinds = new ArrayList<>(List.of(LogMessage.class.getPermittedSubclasses()));
        kinds.addAll(List.of(FbpMessage.class.getPermittedSubclasses()));
        return kinds;
    }

    @Override
    public List<Class<?>> kinds() {
        return everyKind();
    }

    @Override
    public Message bare(Message message) {
        return LogMessage.unframed(message);
    }

    /** Whether the ensemble has been founded; only then do members send messages that order requests. */
    @Override
    public boolean hasBegun(LiarMemory known) {
        return !known.messages(FbpMessage.Heartbeat.class).isEmpty();
    }

    @Override
    public long about(Message message) {
        Message bare = bare(message);
        if (bare instanceof FbpMessage.Propose m) return m.slot();
        if (bare instanceof Accepted m) return m.slot();
        return 0;
    }

    @Override
    public Message invented(Class<?> kind, int liar, int to, LiarMemory known, Rng dice) {
        if (kind == Framed.class) return ofAnotherEra(liar, known, dice);
        if (kind == Offer.class && dice.chance(0.5)) return framed(offer(known, dice), known);
        Object made;
        List<Message> seen = known.messages(kind);
        if (seen.isEmpty() || dice.chance(INVENTED_SHARE)) {
            made = forge.invented(kind, liar, known, dice);
        } else {
            // The product of two random numbers makes the choice of a newer message more likely.
            made = seen.get((int) (seen.size() * dice.unit() * dice.unit()));
            int changes = dice.chance(REPLAYED_SHARE) ? 0 : 1 + dice.below(CHANGES_MAX);
            for (int i = 0; i < changes; i++) made = forge.changed(made, liar, known, dice);
        }
        return made == null ? null : framed((Message) made, known);
    }

    private Message ofAnotherEra(int liar, LiarMemory known, Rng dice) {
        List<Class<?>> kinds = kinds();
        Class<?> kind = kinds.get(dice.below(kinds.size()));
        Message body = kind == Framed.class ? null : invented(kind, liar, 0, known, dice);
        if (!(body instanceof Framed f)) return null;
        return new Framed(f.era() + dice.pick(-1L, 1L, dice.nextLong()), f.body());
    }

    private static Message framed(Message body, LiarMemory known) {
        if (body instanceof Standing || body instanceof Framed) return body;
        List<Long> eras = known.numbers("era");
        return new Framed(eras.isEmpty() ? 1 : eras.get(0), body);
    }

    private static Offer offer(LiarMemory known, Rng dice) {
        List<byte[]> notes = known.bytes("note");
        List<byte[]> parts = known.bytes("bytes");
        byte[] content;
        if (parts.isEmpty() || dice.chance(0.3)) {
            content = new byte[dice.below(FORGED_BYTES_MAX)];
            for (int i = 0; i < content.length; i++) content[i] = (byte) dice.nextLong();
        } else {
            content = parts.get(dice.below(parts.size())).clone();
            if (content.length > 0) content[dice.below(content.length)]++;
        }
        List<Long> zxids = known.numbers("zxid");
        long zxid = zxids.isEmpty() ? 1L << 32 | 1 : zxids.get(dice.below(zxids.size()));
        CRC32C crc = new CRC32C();
        crc.update(content);
        SnapshotId id = new SnapshotId(zxid, content.length, (int) crc.getValue());
        known.met(new Forged(id, content));
        byte[] note = notes.isEmpty() ? new byte[0] : notes.get(dice.below(notes.size())).clone();
        // Change the start of the snapshot's note most often, because the note begins with counts.
        if (note.length > 0 && dice.chance(0.7)) note[dice.below(Math.min(8, note.length))]++;
        List<byte[]> proofs = known.bytes("proof");
        byte[] proof = proofs.isEmpty() ? new byte[0] : proofs.get(dice.below(proofs.size()));
        return new Offer(id, note, Digest.of(content), proof);
    }

    @Override
    public Message changed(int liar, int to, Message truth, LiarMemory known, Rng dice) {
        Message body = bare(truth);
        List<Object> values = known.records(Value.class);
        boolean other = body instanceof Accepted && !values.isEmpty() && dice.chance(KNOWN_VOTES);
        if (other) body = voteFor((Accepted) body, values, dice);
        else body = (Message) forge.changed(body, liar, known, dice);
        return truth instanceof Framed f ? new Framed(f.era(), body) : body;
    }

    private static Accepted voteFor(Accepted vote, List<Object> values, Rng dice) {
        boolean nothing = dice.chance(0.2);
        Value value = nothing ? Value.NOTHING : (Value) values.get(dice.below(values.size()));
        return Accepted.of(new Report.Vote(vote.slot(), vote.regency(), value));
    }

    @Override
    public Message replaced(int liar, Message truth, Map<Object, Object> swaps, Rng dice) {
        Message body = bare(truth);
        Message made = (Message) forge.replaced(body, swaps, liar, dice);
        if (body instanceof Accepted vote)
            for (Map.Entry<Object, Object> swap : swaps.entrySet())
                if (swap.getKey() instanceof Value was
                        && swap.getValue() instanceof Value is
                        && was.digest() != null
                        && was.digest().equals(vote.digest()))
                    made = Accepted.of(new Report.Vote(vote.slot(), vote.regency(), is));
        if (made == body) return null;
        return truth instanceof Framed f ? new Framed(f.era(), made) : made;
    }

    @Override
    public void compare(Message truth, Message lie, Map<Object, Object> swaps) {
        forge.compare(bare(truth), bare(lie), swaps);
    }

    @Override
    public List<Message> answers(int liar, int from, Message asked, LiarMemory known, Rng dice) {
        if (!(asked instanceof Framed f) || !(f.body() instanceof Fetch fetch)) return List.of();
        for (Object record : known.records(Forged.class)) {
            Forged forged = (Forged) record;
            boolean asksForIt = forged.id().equals(fetch.snapshot());
            if (!asksForIt || fetch.offset() < 0 || fetch.offset() > forged.content().length)
                continue;
            byte[] rest =
                    Arrays.copyOfRange(
                            forged.content(), (int) fetch.offset(), forged.content().length);
            return List.of(new Framed(f.era(), new Chunk(forged.id(), fetch.offset(), rest)));
        }
        return List.of();
    }

    @Override
    public List<Message> all(Class<?> kind, int liar, int to, LiarMemory known, int max) {
        List<Message> all = new ArrayList<>();
        List<Long> eras = known.numbers("era");
        long era = eras.isEmpty() ? 1 : eras.get(0);
        for (Message seen : known.messages(kind)) {
            for (Object made : forge.all(seen, liar, known)) {
                if (all.size() == max) return all;
                Message lie = (Message) made;
                all.add(lie instanceof Standing ? lie : new Framed(era, lie));
            }
        }
        return all;
    }
}
