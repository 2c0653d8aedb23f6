package io.abcast.dissemination.cooper.gossip;

import io.abcast.dissemination.cooper.BatchPlan;
import io.abcast.dissemination.cooper.SeededBits;
import io.abcast.dissemination.cooper.code.BatchStore;
import io.abcast.dissemination.cooper.code.DecodeJob;
import io.abcast.dissemination.cooper.code.Decoded;
import io.abcast.dissemination.cooper.code.FieldKernel;
import io.abcast.dissemination.cooper.code.Manifest;
import io.abcast.dissemination.cooper.code.RecodeJob;
import io.abcast.dissemination.cooper.gossip.GossipMessage.Answer;
import io.abcast.dissemination.cooper.gossip.GossipMessage.Block;
import io.abcast.dissemination.cooper.gossip.GossipMessage.Description;
import io.abcast.dissemination.cooper.gossip.GossipMessage.Ended;
import io.abcast.dissemination.cooper.gossip.GossipMessage.Free;
import io.abcast.dissemination.cooper.gossip.GossipMessage.Offer;
import io.abcast.dissemination.cooper.gossip.GossipMessage.Opened;
import io.abcast.dissemination.cooper.gossip.GossipMessage.Status;
import io.abcast.dissemination.cooper.gossip.GossipMessage.Summary;
import io.abcast.dissemination.cooper.gossip.GossipMessage.Verdict;
import io.abcast.dissemination.cooper.gossip.Sends.Kind;
import io.abcast.dissemination.cooper.gossip.Sends.Offered;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;

/**
 * A node of Cooper's gossip, which exchanges coded blocks with other nodes. For each of the random permutations of the
 * nodes, the node offers a block to its successor in the permutation. A gossip node sends blocks until all nodes have
 * finished all batches.
 *
 * <p>A gossip node is single-threaded and deterministic, because time and seeds are arguments of its methods. The node
 * tolerates messages that the network loses, repeats or reorders.
 */
public final class GossipNode {
    private static final int LOADS_MAX = 2;
    private static final int FULL_RETRIES = 4;

    private final int self;
    private final GossipSettings settings;
    private final FieldKernel kernel;
    private final GossipEffects effects;
    private final SeededBits bits;
    private final GossipFigures figures = new GossipFigures();
    private final GossipPeers peers;
    private final Batches batches;
    private final Receives receives;
    private final Sends sends;
    private final BatchBounds bounds;

    /**
     * Scratch list of the batches that the next receiver lacks, valid only while this node chooses a block for that
     * receiver.
     */
    private final List<Batch> lacked = new ArrayList<>();

    private int recoding;
    private int loading;
    private long timerNanos;
    private long plainNanos;
    private long now;

    /**
     * Creates a node without bounds on the batches in memory.
     *
     * @param self the id of this node; ids are counted from 0
     * @param kernel kernel for arithmetic on coefficients; only the methods of this node use the kernel
     * @param plan gives the priorities of batches and, at the source, the first gossip rounds in which blocks of
     *     batches may be sent
     * @param seed seed of the random coefficients of this node; different nodes should have different seeds
     */
    public GossipNode(
            int self,
            GossipSettings settings,
            BatchPlan plan,
            FieldKernel kernel,
            long seed,
            GossipEffects effects) {
        this(self, settings, BatchBounds.NONE, plan, kernel, seed, effects);
    }

    /**
     * Creates a node with bounds on the batches in memory.
     *
     * @param bounds bounds on the batches in this node's memory
     */
    public GossipNode(
            int self,
            GossipSettings settings,
            BatchBounds bounds,
            BatchPlan plan,
            FieldKernel kernel,
            long seed,
            GossipEffects effects) {
        this.self = self;
        this.bounds = bounds;
        this.settings = settings;
        this.kernel = kernel;
        this.effects = effects;
        this.bits = SeededBits.of(seed, self);
        this.peers = new GossipPeers(self, settings.source(), settings.seed());
        this.batches = new Batches(plan, settings.readyMax(), bounds);
        this.receives = new Receives(settings.receivesMax());
        this.sends = new Sends(settings.sendsMax());
    }

    public GossipFigures figures() {
        return figures;
    }

    /**
     * The number of linearly independent rows (coefficients and coded block) of a batch at this node; 0 if this node
     * does not know the batch.
     */
    public int rank(int batch) {
        Batch known = batches.get(batch);
        return known == null ? 0 : known.rank();
    }

    /** Whether all reachable nodes have announced that they have finished the batch {@code batch}. */
    public boolean finishedEverywhere(int batch) {
        Batch known = batches.get(batch);
        return known != null && peers.allIn(known.finished);
    }

    /**
     * At the source: whether each block has been accepted by some other member, so that the other members can complete
     * the transfer without the source.
     */
    public boolean everythingSent() {
        for (Batch batch : batches.unfinished())
            if (batch.firstPass() && !peers.allIn(batch.finished)) return false;
        return !sends.anyFirst();
    }

    /** Number of batches of which this node has rows (coefficients and coded block) in memory. */
    public int held() {
        int held = 0;
        for (Batch batch : batches.known()) if (batch.inMemory()) held++;
        return held;
    }

    /** Begins to disseminate a batch, whose source is this node, to the other nodes. */
    public void onPublish(Manifest manifest, byte[][] blocks, long nowNanos) {
        now = nowNanos;
        Batch batch = batches.of(manifest.batch());
        batch.describe(manifest);
        batch.store = BatchStore.of(kernel, manifest, blocks, self);
        batch.own = true;
        batch.finished.set(self);
        batch.delivered = true;
        pump();
    }

    /** Registers a batch that is on the disk of this node, its source. */
    public void onHeld(int number, long startRound) {
        Batch batch = batches.of(number);
        batch.startRound = startRound;
        batch.own = true;
        hold(batch);
    }

    /** Registers a batch that this node has received earlier and that is on the disk of this node. */
    public void onHeld(Manifest manifest) {
        Batch batch = batches.of(manifest.batch());
        batch.describe(manifest);
        hold(batch);
    }

    private void hold(Batch batch) {
        batch.described = true;
        batch.stored = true;
        batch.delivered = true;
        batch.finished.set(self);
    }

    /** Announces to the other nodes the batches that all earlier calls of {@link #onHeld} have registered. */
    public void onHeldAll(long nowNanos) {
        now = nowNanos;
        for (int member : peers.members()) if (member != self) summarize(member);
        pump();
    }

    /** Reports to the node that the driver has written a delivered batch to disk. */
    public void onStored(int number, long nowNanos) {
        now = nowNanos;
        batches.get(number).stored = true;
        pump();
    }

    /**
     * The driver's answer to {@link GossipEffects#load}: the rows of a batch.
     *
     * @param rows the rows of the batch; row {@code i} has the coefficient 1 for block {@code i} and 0 for all other
     *     blocks, followed by block {@code i}
     */
    public void onLoaded(Manifest manifest, byte[][] rows, long nowNanos) {
        now = nowNanos;
        loading--;
        Batch batch = batches.get(manifest.batch());
        batch.loading = false;
        if (batch.manifest == null) batch.manifest = manifest;
        if (batch.store == null) {
            batch.store = BatchStore.ofRows(kernel, manifest, rows, self);
            if (bounds.plain() && !batch.firstPass()) {
                if (batch.part() == 0) takePart(batch);
                batch.addAll(rows);
            }
        }
        batch.usedNanos = now;
        pump();
    }

    /**
     * The driver's answer to {@link GossipEffects#loadPart}: the requested rows of a batch.
     *
     * @param rows the requested rows; each row has the coefficient 1 for its own block and 0 for all other blocks,
     *     followed by the block
     */
    public void onPartLoaded(int number, int first, byte[][] rows, long nowNanos) {
        now = nowNanos;
        loading--;
        Batch batch = batches.get(number);
        batch.loading = false;
        // The node may have dropped the batch while the driver read a part of the batch from disk.
        if (batch.partFirst() == first && batch.part() == rows.length) batch.addPart(rows);
        batch.usedNanos = now;
        pump();
    }

    /** Reports that {@link GossipEffects#load} or {@link GossipEffects#loadPart} failed. */
    public void onLoadFailed(int number, long nowNanos) {
        now = nowNanos;
        loading--;
        Batch batch = batches.get(number);
        batch.loading = false;
        batch.lost = true;
        pump();
    }

    private void takePart(Batch batch) {
        batch.takePart(peers.before(batch.finished), peers.among(batch.finished));
    }

    /**
     * Reports the reachable members, including this node, to the node. The set of reachable members is a hint, not an
     * agreed view.
     */
    public void onReachable(int[] members, long nowNanos) {
        now = nowNanos;
        int[] before = peers.members();
        peers.reachable(members);
        batches.reconsider();
        for (Batch batch : batches.known()) {
            peers.forgetAbsent(batch.finished);
            peers.forgetAbsent(batch.openAt);
        }
        for (int member : before) if (!peers.contains(member)) lost(member);
        receives.retain(peers);
        for (Offered offered : sends.retain(peers)) giveBack(offered);
        for (int member : peers.members())
            if (member != self && Arrays.binarySearch(before, member) < 0) summarize(member);
        pump();
    }

    private void lost(int member) {
        for (Batch batch : batches.unfinished())
            if (!peers.allIn(batch.finished)) batch.lost(member);
    }

    public void onMessage(int from, GossipMessage message, long nowNanos) {
        now = nowNanos;
        if (!peers.contains(from)) {
            figures.unexpected++;
            return;
        }
        if (mayOpenWays(from, message)) pump();
    }

    private boolean mayOpenWays(int from, GossipMessage message) {
        if (message instanceof Offer offer) {
            onOffer(from, offer);
            return false;
        }
        if (message instanceof Ended ended) {
            release(from, ended.number());
            return false;
        }
        if (message instanceof Answer answer) return onAnswer(from, answer);
        if (message instanceof Block block) return onBlock(from, block);
        if (message instanceof Status status) return onStatus(from, status);
        if (message instanceof Description description) onDescription(description);
        else if (message instanceof Summary summary) onSummary(from, summary);
        else if (message instanceof Opened opened) onOpened(from, opened);
        else if (message instanceof Free) peers.invited(from);
        return true;
    }

    private void onOffer(int from, Offer offer) {
        batches.heard(offer.round());
        Batch batch = batches.get(offer.batch());
        Verdict verdict = judge(from, offer, batch);
        if (verdict == null) {
            figures.malformed++;
            return;
        }
        boolean undescribed = batch == null || !batch.described;
        effects.send(from, new Answer(offer.number(), offer.batch(), verdict, undescribed));
        if (verdict == Verdict.LATER) effects.send(from, new Opened(batches.opened()));
    }

    private void onOpened(int from, Opened opened) {
        BitSet at = BitSet.valueOf(opened.batches());
        for (int i = at.nextSetBit(0); i >= 0; i = at.nextSetBit(i + 1)) {
            Batch batch = batches.get(i);
            if (batch != null) batch.openAt.set(from);
        }
    }

    private Verdict judge(int from, Offer offer, Batch batch) {
        if (peers.isShunned(from)) return Verdict.SHUNNED;
        if (batch != null && batch.satisfied()) return Verdict.FINISHED;
        if (batch != null && batch.described) {
            if (offer.coefficients().length != batch.manifest.k()) return null;
            List<byte[]> coming = receives.coming(offer.batch(), now);
            if (!batch.store.wants(offer.coefficients(), coming)) return Verdict.USELESS;
        } else if (!batches.mayOpen()) {
            return Verdict.LATER;
        }
        boolean first = from == peers.pacer();
        boolean room = receives.reserve(from, offer, first, now, now + 2 * settings.answerNanos());
        if (!room) receives.refuse(from);
        return room ? Verdict.ACCEPTED : Verdict.BUSY;
    }

    /**
     * Returns whether this node may offer another block: false after an acceptance, because an accepted block counts
     * against {@link GossipSettings#sendsMax} until it is sent.
     */
    private boolean onAnswer(int from, Answer answer) {
        Offered offered = sends.answered(from, answer.number());
        if (offered == null) {
            figures.unexpected++;
            // The receiver answers too late: this node has already given up its offer of the block.
            if (answer.verdict() == Verdict.ACCEPTED)
                effects.send(from, new Ended(answer.number()));
            return false;
        }
        Batch batch = offered.batch();
        switch (answer.verdict()) {
            case ACCEPTED -> {
                if (answer.manifest()) effects.send(from, new Description(batch.manifest));
                batch.openAt.set(from);
                transfer(offered);
            }
            case USELESS -> {
                figures.useless++;
                batch.openAt.set(from);
                // A block that is useless to this receiver may be new to other members, so the
                // source offers the block to further members, up to a bound.
                if (offered.kind() == Kind.FIRST) batch.refused(offered.row(), from);
                if (offered.kind() == Kind.CODED)
                    peers.notBefore(from, now + settings.retryNanos());
            }
            case BUSY -> {
                figures.busy++;
                peers.notBefore(from, now + settings.retryNanos());
                giveBack(offered);
            }
            case LATER -> {
                figures.later++;
                peers.full(from, now + FULL_RETRIES * settings.retryNanos());
                giveBack(offered);
            }
            case FINISHED -> {
                batch.finished.set(from);
                giveBack(offered);
            }
            case SHUNNED -> {
                peers.deaf(from);
                giveBack(offered);
            }
        }
        return answer.verdict() != Verdict.ACCEPTED;
    }

    private void giveBack(Offered offered) {
        switch (offered.kind()) {
            case FIRST -> offered.batch().giveBack(offered.row());
            case PLAIN -> offered.batch().plainAgain(offered.to(), offered.row());
            case CODED -> batches.giveBack(offered.batch(), offered.row());
        }
    }

    private void onDescription(Description description) {
        Manifest manifest = description.manifest();
        if (manifest.batch() >= Batches.BATCHES_MAX) return;
        Batch batch = batches.of(manifest.batch());
        if (batch.described) return;
        batch.describe(manifest);
        batches.makeRoom();
        batch.store = new BatchStore(kernel, manifest);
        batch.newsNanos = now;
    }

    private boolean onBlock(int from, Block block) {
        batches.heard(block.round());
        // A block that arrives after its time limit is still useful.
        if (!release(from, block.number())) figures.unexpected++;
        Batch batch = batches.get(block.batch());
        if (batch == null || batch.store == null || peers.isShunned(from)) return false;
        BatchStore.Arrival arrival = batch.store.add(block.row(), from);
        switch (arrival) {
            case INNOVATIVE -> {
                boolean firstHand = bounds.plain() && from == settings.source();
                if (firstHand && BatchStore.unitOf(block.row(), batch.manifest.k()) >= 0) {
                    batch.addFirstHand(block.row());
                    plainNanos = now;
                }
                onNews(batch);
            }
            case REDUNDANT -> figures.redundant++;
            case MALFORMED -> figures.malformed++;
            case BAD -> {
                figures.bad++;
                shun(from);
            }
        }
        return arrival == BatchStore.Arrival.INNOVATIVE || arrival == BatchStore.Arrival.BAD;
    }

    /** Also notifies the senders whose offers this node refused because it was busy. */
    private boolean release(int from, long number) {
        Receives.Place place = receives.release(from, number);
        if (place == null) return false;
        if (!place.nearly()) inviteNext();
        return true;
    }

    private void inviteNext() {
        for (int waiting : receives.invite(peers.pacer(), now + settings.retryNanos()))
            effects.send(waiting, new Free());
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

    /** Reports the result of a decoding job, which the driver got by {@link GossipEffects#decode}. */
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
            effects.deliver(batch.manifest, decoded.rows());
        } else if (next != null) {
            decode(batch, next);
        } else if (!batch.store.verified()) {
            announce(batch, false);
            if (batch.store.exhausted()) batch.store.restart();
        }
        pump();
    }

    private boolean onStatus(int from, Status status) {
        batches.heard(status.round());
        Batch batch = batches.of(status.batch());
        batch.finished.set(from, status.finished());
        if (!status.finished()) batches.reconsider();
        return !status.finished() || peers.allIn(batch.finished);
    }

    private void onSummary(int from, Summary summary) {
        batches.heard(summary.round());
        BitSet finished = BitSet.valueOf(summary.finished());
        if (finished.length() > Batches.BATCHES_MAX) {
            figures.malformed++;
            return;
        }
        for (int i = finished.nextSetBit(0); i >= 0; i = finished.nextSetBit(i + 1))
            batches.of(i).finished.set(from);
    }

    /**
     * Reports that the first bytes of a {@link Block} have arrived. If the remaining bytes of the block do not arrive
     * within {@code transferNanos} ns after this call, this node ends the reservation for the block.
     */
    public void onReceiving(int from, long number, long nowNanos) {
        now = nowNanos;
        receives.begun(from, number, now + settings.transferNanos());
    }

    /** Reports that this node has received nearly all bytes of a block. Drivers may omit this call. */
    public void onNearlyReceived(int from, long number, long nowNanos) {
        now = nowNanos;
        if (receives.nearly(from, number)) inviteNext();
    }

    /** Reports that the driver has sent nearly all bytes of a block. Drivers may omit this call. */
    public void onNearlyTransferred(int to, long number, long nowNanos) {
        now = nowNanos;
        sends.nearly(to, number);
        pump();
    }

    /**
     * Reports that the transfer of a block by {@link GossipEffects#transfer} has ended, successfully or not, so that
     * the link to the receiver is free.
     *
     * @param arrives whether the block certainly arrives if the receiver stays reachable; if false, the node sends the
     *     receiver an {@link GossipMessage.Ended} message
     */
    public void onTransferred(int to, long number, boolean arrives, long nowNanos) {
        now = nowNanos;
        sends.transferred(to, number, now);
        if (!arrives) effects.send(to, new Ended(number));
        pump();
    }

    /** Reports the result of a coding job, which the driver got by {@link GossipEffects#recode}. */
    public void onRecoded(RecodeJob job, byte[] row, long nowNanos) {
        now = nowNanos;
        recoding--;
        batches.onRecoded(job, row);
        pump();
    }

    public void onTimer(long nowNanos) {
        now = nowNanos;
        for (Offered lost : sends.expired(now)) {
            peers.notBefore(lost.to(), now + settings.answerNanos());
            giveBack(lost);
        }
        for (Batch batch : batches.unfinished()) watch(batch);
        pump();
    }

    private void watch(Batch batch) {
        boolean stalled =
                batch.described
                        && !batch.satisfied()
                        && !peers.sourceReachable()
                        && now - batch.newsNanos >= settings.stalledNanos();
        if (!stalled || batch.stalledSaid) return;
        batch.stalledSaid = true;
        effects.stalled(batch.number(), batch.rank());
    }

    private void announce(Batch batch, boolean finished) {
        batch.finished.set(self, finished);
        Status status = new Status(batch.number(), batches.round(), finished);
        for (int member : peers.members()) if (member != self) effects.send(member, status);
    }

    private void summarize(int member) {
        BitSet finished = new BitSet();
        for (Batch batch : batches.known()) if (batch.satisfied()) finished.set(batch.number());
        if (!finished.isEmpty())
            effects.send(member, new Summary(batches.round(), finished.toByteArray()));
    }

    private void shun(int node) {
        if (peers.shun(node)) effects.shunned(node);
    }

    private void pump() {
        List<Batch> sendable = batches.sendable(peers);
        loadAhead();
        offerNext(sendable);
        encode(sendable);
        if (batches.wantsAny() || (!sendable.isEmpty() && !peers.alone()))
            wakeIn(settings.retryNanos());
    }

    /** The node never postpones its timer, because frequent events could otherwise postpone the timer forever. */
    private void wakeIn(long delayNanos) {
        if (timerNanos > now && timerNanos <= now + delayNanos) return;
        timerNanos = now + delayNanos;
        effects.setTimer(delayNanos);
    }

    private void transfer(Offered next) {
        sends.start(next, now);
        Batch batch = next.batch();
        figures.sent++;
        if (BatchStore.unitOf(next.row(), batch.manifest.k()) >= 0) figures.plain++;
        if (next.kind() == Kind.FIRST) batch.taken(next.row(), next.to());
        if (peers.pacer() == self) batches.nextRound();
        effects.transfer(
                next.to(), new Block(next.number(), batch.number(), batches.round(), next.row()));
    }

    private void loadAhead() {
        Batch next = batches.ahead(peers);
        if (next != null) load(next);
    }

    private void load(Batch batch) {
        if (beginLoad(batch)) effects.load(batch.number(), batch.manifest);
    }

    private boolean beginLoad(Batch batch) {
        if (batch.loading || loading >= LOADS_MAX || !batches.makeRoom()) return false;
        batch.loading = true;
        loading++;
        return true;
    }

    private void loadPart(Batch batch) {
        if (!beginLoad(batch)) return;
        if (batch.manifest != null) takePart(batch);
        if (batch.part() == 0) effects.load(batch.number(), batch.manifest);
        else effects.loadPart(batch.manifest, batch.partFirst(), batch.part());
    }

    private void offerNext(List<Batch> sendable) {
        for (int tried = 0; tried < peers.members().length && !sendable.isEmpty(); tried++) {
            if (!sends.mayOffer(now)) return;
            int to = peers.next(now);
            if (to >= 0 && sends.mayOfferTo(to) && !offerNext(to, sendable)) return;
        }
    }

    private boolean offerNext(int to, List<Batch> sendable) {
        lacked.clear();
        for (Batch batch : sendable) if (lacks(to, batch)) lacked.add(batch);
        // Blocks that other nodes hold too have a lower priority, because the other nodes can send
        // them.
        if (bounds.plain()) {
            for (Batch batch : lacked) if (offerFirst(to, batch)) return true;
            for (Batch batch : lacked) if (batch.openAt.get(to) && offerOwn(to, batch)) return true;
            for (Batch batch : lacked) if (offerOwn(to, batch)) return true;
        }
        for (Batch batch : lacked) {
            if (batch.store == null) {
                if (loadable(batch) && !partsToCome()) load(batch);
                continue;
            }
            if (!bounds.plain() && offerFirst(to, batch)) return true;
            byte[] plain = bounds.plain() ? batch.takePlain(to) : null;
            if (plain != null) return offer(to, batch, plain, Kind.PLAIN);
            if (!recodes(batch)) continue;
            batch.usedNanos = now;
            batch.codedWanted = true;
            byte[] coded = batches.takeCoded(batch);
            if (coded != null) return offer(to, batch, coded, Kind.CODED);
            // A worker is still coding a block for this receiver. A coded block of a later batch
            // would not be ready sooner than this block, but an uncoded block might be.
            if (!bounds.plain()) return false;
        }
        return true;
    }

    private boolean offerFirst(int to, Batch batch) {
        if (!batch.firstPass() || batch.store == null) return false;
        byte[] first = batch.takeFirst(to);
        return first != null && offer(to, batch, first, Kind.FIRST);
    }

    private boolean offerOwn(int to, Batch batch) {
        if (!batch.inMemory()) {
            if (loadable(batch)) loadPart(batch);
            return false;
        }
        if (batch.asked(to) == 0) {
            int lacking = peers.members().length - peers.among(batch.finished);
            batch.begin(to, peers.othersBefore(to, batch.finished), lacking);
        }
        byte[] row = batch.takeOwn(to);
        return row != null && offer(to, batch, row, Kind.PLAIN);
    }

    private boolean loadable(Batch batch) {
        return !batch.firstPass() && recodes(batch);
    }

    private boolean partsToCome() {
        if (!bounds.plain()) return false;
        for (Batch batch : lacked) if (!batch.inMemory() && loadable(batch)) return true;
        return false;
    }

    private boolean lacks(int to, Batch batch) {
        return !batch.finished.get(to) && (batch.openAt.get(to) || !peers.isFull(to, now));
    }

    /**
     * With {@link BatchBounds#plain}, this node sends coded blocks only of batches that are late, or after k rounds
     * without received or offered uncoded blocks (k: blocks per batch).
     */
    private boolean recodes(Batch batch) {
        if (!bounds.plain()) return true;
        if (batch.firstPass()) return false;
        if (batch.manifest == null) return true;
        return batches.round() >= batch.startRound + batch.manifest.k() + bounds.graceRounds()
                || now - plainNanos >= batch.manifest.k() * roundNanos();
    }

    private long roundNanos() {
        return Math.max(settings.retryNanos(), sends.usualNanos());
    }

    private boolean offer(int to, Batch batch, byte[] row, Kind kind) {
        if (kind != Kind.CODED) plainNanos = now;
        batch.usedNanos = now;
        Offered offered = sends.offer(to, batch, row, kind, now + settings.answerNanos());
        byte[] coefficients = new byte[batch.manifest.k()];
        System.arraycopy(row, 0, coefficients, 0, coefficients.length);
        figures.offers++;
        effects.send(
                to, new Offer(offered.number(), batch.number(), batches.round(), coefficients));
        return true;
    }

    private void encode(List<Batch> sendable) {
        for (Batch batch : sendable) {
            // Coding in advance would often be useless work, because other nodes still send uncoded
            // blocks of a late batch.
            if (bounds.plain() && !batch.codedWanted) continue;
            while (recoding < settings.encoders() && recodes(batch)) {
                RecodeJob job = batches.recode(batch, bits);
                if (job == null) break;
                recoding++;
                effects.recode(job);
            }
        }
    }
}
