package io.abcast.dissemination.cooper.gossip;

import io.abcast.dissemination.cooper.BatchPlan;
import io.abcast.dissemination.cooper.SeededBits;
import io.abcast.dissemination.cooper.code.BatchStore;
import io.abcast.dissemination.cooper.code.DecodeJob;
import io.abcast.dissemination.cooper.code.Decoded;
import io.abcast.dissemination.cooper.code.FieldKernel;
import io.abcast.dissemination.cooper.code.Manifest;
import io.abcast.dissemination.cooper.code.RecodeJob;
import io.abcast.dissemination.cooper.gossip.Batches.Batch;
import io.abcast.dissemination.cooper.gossip.GossipMessage.Answer;
import io.abcast.dissemination.cooper.gossip.GossipMessage.Block;
import io.abcast.dissemination.cooper.gossip.GossipMessage.Description;
import io.abcast.dissemination.cooper.gossip.GossipMessage.Ended;
import io.abcast.dissemination.cooper.gossip.GossipMessage.Free;
import io.abcast.dissemination.cooper.gossip.GossipMessage.Offer;
import io.abcast.dissemination.cooper.gossip.GossipMessage.Status;
import io.abcast.dissemination.cooper.gossip.GossipMessage.Verdict;
import io.abcast.dissemination.cooper.gossip.Sends.Offered;
import java.util.List;

/**
 * One node of the gossip. It offers blocks to its successors in one permutation after the other, takes what is new, keeps encoders
 * busy, decodes in the end, and goes on sending until all have finished. The source is a node like others that holds all blocks from
 * the start; when it is gone, the rest continues with what they hold together.
 *
 * <p>Single-threaded and deterministic: time and seeds are arguments. Messages may be lost, repeated and reordered.
 */
public final class GossipNode {
    private final int self;
    private final GossipSettings settings;
    private final FieldKernel kernel;
    private final GossipEffects effects;
    private final SeededBits bits;
    private final GossipFigures figures = new GossipFigures();
    private final Peers peers;
    private final Batches batches;
    private final Receives receives;
    private final Sends sends = new Sends();
    private int recoding;
    private long timerNanos;
    private long now;

    /**
     * @param self this node's id, from 0
     * @param kernel for coefficients; used in the calls of this node only
     * @param plan what goes first; only the source asks it for starts
     * @param seed of this node's coefficients; better no two nodes have the same
     */
    public GossipNode(
            int self,
            GossipSettings settings,
            BatchPlan plan,
            FieldKernel kernel,
            long seed,
            GossipEffects effects) {
        this.self = self;
        this.settings = settings;
        this.kernel = kernel;
        this.effects = effects;
        this.bits = SeededBits.of(seed, self);
        this.peers = new Peers(self, settings.source(), settings.seed());
        this.batches = new Batches(plan, settings.readyMax());
        this.receives = new Receives(settings.receivesMax());
    }

    public GossipFigures figures() {
        return figures;
    }

    /** Innovative blocks of a batch that are here; 0 when it is not known. */
    public int rank(int batch) {
        Batch known = batches.get(batch);
        return known == null ? 0 : known.store.rank();
    }

    /** Whether all reachable nodes have said that they finished the batch. */
    public boolean finishedEverywhere(int batch) {
        Batch known = batches.get(batch);
        return known != null && peers.allIn(known.finished);
    }

    /** This node has a batch and gives it to the others. */
    public void onPublish(Manifest manifest, byte[][] blocks, long nowNanos) {
        now = nowNanos;
        Batch batch = new Batch(BatchStore.of(kernel, manifest, blocks, self), true, now);
        batch.finished.set(self);
        batch.delivered = true;
        batches.put(batch);
        pump();
    }

    /** Who is there, this node included; a hint. Others are neither waited for nor listened to. */
    public void onReachable(int[] members, long nowNanos) {
        now = nowNanos;
        peers.reachable(members);
        for (Batch batch : batches.known()) peers.forgetAbsent(batch.finished);
        receives.retain(peers);
        sends.retain(peers);
        for (Batch batch : batches.known()) if (batch.store.satisfied()) announce(batch, true);
        pump();
    }

    public void onMessage(int from, GossipMessage message, long nowNanos) {
        now = nowNanos;
        if (!peers.contains(from)) {
            figures.unexpected++;
            return;
        }
        if (message instanceof Offer offer) onOffer(from, offer);
        else if (message instanceof Answer answer) onAnswer(from, answer);
        else if (message instanceof Description description) onDescription(description);
        else if (message instanceof Block block) onBlock(from, block);
        else if (message instanceof Status status) onStatus(from, status);
        else if (message instanceof Ended ended) release(from, ended.number());
        else if (message instanceof Free) peers.invited(from);
        pump();
    }

    private void onOffer(int from, Offer offer) {
        batches.heard(offer.round());
        Batch batch = batches.get(offer.batch());
        Verdict verdict = judge(from, offer, batch);
        if (verdict == null) {
            figures.malformed++;
            return;
        }
        effects.send(from, new Answer(offer.number(), offer.batch(), verdict, batch == null));
    }

    private Verdict judge(int from, Offer offer, Batch batch) {
        if (peers.isShunned(from)) return Verdict.SHUNNED;
        if (batch != null) {
            if (batch.store.satisfied()) return Verdict.FINISHED;
            if (offer.coefficients().length != batch.store.manifest().k()) return null;
            if (!batch.store.wants(offer.coefficients())) return Verdict.USELESS;
        }
        boolean first = from == peers.pacer();
        boolean room =
                receives.reserve(
                        from, offer.number(), first, now, now + 2 * settings.answerNanos());
        if (!room) receives.refuse(from);
        return room ? Verdict.ACCEPTED : Verdict.BUSY;
    }

    private void onAnswer(int from, Answer answer) {
        Offered offered = sends.answered(from, answer.number());
        if (offered == null) {
            figures.unexpected++;
            return;
        }
        if (answer.verdict() == Verdict.ACCEPTED) {
            if (answer.manifest())
                effects.send(from, new Description(offered.batch().store.manifest()));
            sends.accept();
            return;
        }
        sends.withdraw();
        switch (answer.verdict()) {
            case BUSY -> figures.busy++;
            case USELESS -> figures.useless++;
            case FINISHED -> offered.batch().finished.set(from);
            case SHUNNED -> peers.deaf(from);
            default -> throw new AssertionError(answer.verdict());
        }
        if (answer.verdict() == Verdict.BUSY || answer.verdict() == Verdict.USELESS)
            peers.notBefore(from, now + settings.retryNanos());
        // What one has no use for may still be news elsewhere, but not for ever.
        if (answer.verdict() != Verdict.USELESS) batches.giveBack(offered.batch(), offered.row());
    }

    private void onDescription(Description description) {
        Manifest manifest = description.manifest();
        if (manifest.batch() >= Batches.BATCHES_MAX || batches.get(manifest.batch()) != null)
            return;
        batches.put(new Batch(new BatchStore(kernel, manifest), false, now));
    }

    private void onBlock(int from, Block block) {
        batches.heard(block.round());
        // A block whose place was given away is late, not useless.
        if (!release(from, block.number())) figures.unexpected++;
        Batch batch = batches.get(block.batch());
        if (batch == null || peers.isShunned(from)) return;
        switch (batch.store.add(block.row(), from)) {
            case INNOVATIVE -> onNews(batch);
            case REDUNDANT -> figures.redundant++;
            case MALFORMED -> figures.malformed++;
            case BAD -> {
                figures.bad++;
                shun(from);
            }
        }
    }

    /** Gives a place to the next. */
    private boolean release(int from, long number) {
        if (!receives.release(from, number)) return false;
        for (int waiting : receives.invite(peers.pacer(), now + settings.retryNanos()))
            effects.send(waiting, new Free());
        return true;
    }

    private void onNews(Batch batch) {
        figures.innovative++;
        batch.newsNanos = now;
        batch.stalledSaid = false;
        if (batch.store.satisfied()) {
            announce(batch, true);
            decode(batch, batch.store.decode());
        } else if (batch.store.full()) {
            seekCulprit(batch);
        }
    }

    /** Digests have failed and there is one row more to choose from. */
    private void seekCulprit(Batch batch) {
        if (batch.decoding) return;
        DecodeJob job = batch.store.suspect();
        if (job != null) decode(batch, job);
        else if (batch.store.exhausted()) batch.store.restart();
    }

    private void decode(Batch batch, DecodeJob job) {
        batch.decoding = true;
        effects.decode(job);
    }

    /** A {@link GossipEffects#decode} has run. */
    public void onDecoded(Decoded decoded, long nowNanos) {
        now = nowNanos;
        Batch batch = batches.get(decoded.job().batch());
        batch.decoding = false;
        DecodeJob next = batch.store.onDecoded(decoded);
        if (batch.store.verified() && !batch.delivered) {
            batch.delivered = true;
            int culprit = decoded.job().without();
            if (culprit >= 0) {
                batch.store.drop(culprit);
                shun(culprit);
            }
            announce(batch, true);
            effects.deliver(batch.store.manifest(), decoded.blocks());
        } else if (next != null) {
            decode(batch, next);
        } else if (!batch.store.verified()) {
            announce(batch, false);
            if (batch.store.exhausted()) batch.store.restart();
        }
        pump();
    }

    private void onStatus(int from, Status status) {
        batches.heard(status.round());
        Batch batch = batches.get(status.batch());
        if (batch == null) figures.unexpected++;
        else batch.finished.set(from, status.finished());
    }

    /** The first bytes of a {@link Block} are here; the rest may take its time. */
    public void onReceiving(int from, long number, long nowNanos) {
        now = nowNanos;
        receives.begun(from, number, now + settings.transferNanos());
    }

    /** A {@link GossipEffects#transfer} is over, well or not: the link is free. */
    public void onTransferred(int to, long number, long nowNanos) {
        now = nowNanos;
        sends.transferred(to, number, now);
        effects.send(to, new Ended(number));
        pump();
    }

    /** A {@link GossipEffects#recode} has run. */
    public void onRecoded(RecodeJob job, byte[] row, long nowNanos) {
        now = nowNanos;
        recoding--;
        batches.onRecoded(job, row);
        pump();
    }

    public void onTimer(long nowNanos) {
        now = nowNanos;
        Offered open = sends.open();
        if (open != null && open.untilNanos() <= now) {
            Offered lost = sends.withdraw();
            if (lost != null) {
                peers.notBefore(lost.to(), now + settings.answerNanos());
                batches.giveBack(lost.batch(), lost.row());
            }
        }
        for (Batch batch : batches.known()) watch(batch);
        pump();
    }

    private void watch(Batch batch) {
        boolean stalled =
                !batch.store.satisfied()
                        && !peers.sourceReachable()
                        && now - batch.newsNanos >= settings.stalledNanos();
        if (!stalled || batch.stalledSaid) return;
        batch.stalledSaid = true;
        effects.stalled(batch.number(), batch.store.rank());
    }

    private void announce(Batch batch, boolean finished) {
        batch.finished.set(self, finished);
        Status status = new Status(batch.number(), batches.round(), finished);
        for (int member : peers.members()) if (member != self) effects.send(member, status);
    }

    private void shun(int node) {
        if (peers.shun(node)) effects.shunned(node);
    }

    /** What can be done now: put an accepted block on the link, offer the next, keep the encoders busy. */
    private void pump() {
        List<Batch> sendable = batches.sendable(peers);
        startTransfer();
        if (sends.mayOffer(now)) offerNext(sendable);
        encode(sendable);
        boolean wants = false;
        for (Batch batch : batches.known()) wants |= !batch.store.satisfied();
        if (wants || !sendable.isEmpty())
            wakeIn(Math.min(settings.retryNanos(), sends.slowIn(now)));
    }

    /** Never later than asked for before: events may come faster than the timer. */
    private void wakeIn(long delayNanos) {
        if (timerNanos > now && timerNanos <= now + delayNanos) return;
        timerNanos = now + delayNanos;
        effects.setTimer(delayNanos);
    }

    private void startTransfer() {
        Offered next = sends.start(now);
        if (next == null) return;
        figures.sent++;
        if (peers.pacer() == self) batches.nextRound();
        effects.transfer(
                next.to(),
                new Block(next.number(), next.batch().number(), batches.round(), next.row()));
    }

    /** Walks down the permutations, once around at most, to one who is free and lacks something that is at hand. */
    private void offerNext(List<Batch> sendable) {
        for (int tried = 0; tried < peers.members().length && !sendable.isEmpty(); tried++) {
            int to = peers.next(now);
            if (to < 0 || sends.sendsTo(to)) continue;
            for (Batch batch : sendable) {
                if (batch.finished.get(to)) continue;
                byte[] row = batches.take(batch);
                // It is being coded; a later batch would not come sooner.
                if (row == null) return;
                Offered offered = sends.offer(to, batch, row, now + settings.answerNanos());
                byte[] coefficients = new byte[batch.store.manifest().k()];
                System.arraycopy(row, 0, coefficients, 0, coefficients.length);
                figures.offers++;
                effects.send(
                        to,
                        new Offer(offered.number(), batch.number(), batches.round(), coefficients));
                return;
            }
        }
    }

    private void encode(List<Batch> sendable) {
        for (Batch batch : sendable) {
            while (recoding < settings.encoders()) {
                RecodeJob job = batches.recode(batch, bits);
                if (job == null) break;
                recoding++;
                effects.recode(job);
            }
        }
    }
}
