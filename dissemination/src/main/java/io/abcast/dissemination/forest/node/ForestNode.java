package io.abcast.dissemination.forest.node;

import io.abcast.dissemination.forest.node.DestinationQueue.Kind;
import io.abcast.dissemination.forest.node.DestinationQueue.Waiting;
import io.abcast.dissemination.forest.node.ForestMessage.Fetch;
import io.abcast.dissemination.forest.node.ForestMessage.Frame;
import io.abcast.dissemination.forest.node.ForestMessage.Held;
import io.abcast.dissemination.forest.node.ForestMessage.Missing;
import io.abcast.dissemination.forest.node.ForestMessage.PlanMessage;
import io.abcast.dissemination.forest.node.ForestMessage.RelayFull;
import io.abcast.dissemination.forest.node.ForestMessage.RelayRoom;
import io.abcast.kernel.Digest;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * A node of the forest, which spreads payloads over overlays. The source sends each frame over one of its overlays:
 * directly to all members, or to one relay, which forwards the frame. As a relay, the node forwards frames of other
 * members to all other receivers. As a receiver, the node acknowledges the frames that it holds and delivers payloads
 * to its application.
 *
 * <p>A forest node is single-threaded and deterministic, because time is an argument of its methods. The node tolerates
 * messages that the network loses, repeats or reorders. All nodes use equal numbers for the members, from 0 to {@link
 * ForestSettings#ID_MAX}.
 */
public final class ForestNode {
    private final int self;
    private final long incarnation;
    private final ForestSettings settings;
    private final ForestEffects effects;
    private final ForestFigures figures = new ForestFigures();
    private final OverlayChoice shares;
    private final OverlayHealth health;
    private final OwnFrames own;
    private final HeldPayloads held;
    private final Fetches fetches;
    private final CurrentPlan plan;
    private final Links links;
    private final ReceivedFrames received;

    /** The members of the view, one bit for each member; the bit of this member is always set. */
    private long present;

    /** The sources to which this relay has reported full queues and not yet free queues, one bit for each source. */
    private long informed;

    private boolean needsRoom;
    private boolean isArmed;
    private long now;

    /**
     * @param self number of this member, from 0
     * @param incarnation number of this run of the member; higher than that of each earlier run
     */
    public ForestNode(int self, long incarnation, ForestSettings settings, ForestEffects effects) {
        this(self, incarnation, settings, effects, new OverlayShares(self));
    }

    /** @param shares rule that divides the frames of this member among the member's overlays */
    public ForestNode(
            int self,
            long incarnation,
            ForestSettings settings,
            ForestEffects effects,
            OverlayChoice shares) {
        if (self < 0 || self > ForestSettings.ID_MAX)
            throw new IllegalArgumentException(
                    "member: expected 0.." + ForestSettings.ID_MAX + ", got " + self);
        this.self = self;
        this.incarnation = incarnation;
        this.settings = settings;
        this.effects = effects;
        received = new ReceivedFrames(!settings.keeps());
        this.shares = shares;
        health = new OverlayHealth(settings, figures);
        own = new OwnFrames(self, settings, figures, health, this::resend);
        held = new HeldPayloads(settings, figures);
        links = new Links(settings, effects, figures, held);
        fetches = new Fetches(self, settings, effects);
        plan = new CurrentPlan(self, settings.planLifetimeNanos());
        present = 1L << self;
    }

    public ForestFigures figures() {
        return figures;
    }

    /** The plan that this member uses; {@code null} if the member has no fresh plan. */
    public PlanMessage plan() {
        return plan.plan();
    }

    /** Time in ns since this member last received the plan that it uses. */
    public long planAgeNanos(long nowNanos) {
        return plan.ageNanos(nowNanos);
    }

    /** The relays whose overlays this member has suspended, one bit for each member. */
    public long suspended() {
        return health.suspended();
    }

    /** Number of bytes of other members' frames that wait to be forwarded to member {@code to}. */
    public long relayQueueBytes(int to) {
        return links.bytes(to, Kind.RELAYED);
    }

    /**
     * Number of bytes of this member's own frames that wait to be sent to member {@code to}, without late frames that
     * wait to be sent again.
     */
    public long ownQueueBytes(int to) {
        return links.bytes(to, Kind.OWN);
    }

    /** Number of bytes of this member's frames that wait for acknowledgements of other members. */
    public long ownBytes() {
        return own.bytes();
    }

    /**
     * Number of bytes of member {@code source}'s payloads that this member buffers because they are incomplete or its
     * application has not claimed them.
     */
    public long bufferedBytes(int source) {
        return held.looseBytes(source);
    }

    /** Number of payloads that this member is fetching from other members. */
    public int fetching() {
        return fetches.size();
    }

    /**
     * Reports the reachable members, including this member, to the node. The set of reachable members is a hint, not an
     * agreed view.
     */
    public void onReachable(int[] members, long nowNanos) {
        now = nowNanos;
        present = 1L << self;
        for (int member : members) present |= 1L << member;
        links.retain(present);
        health.retain(present);
        informed &= present;
        own.retain(present, now);
        tellRoom();
        tellOwnRoom();
        arm();
    }

    private boolean isPresent(int member) {
        return ((present >>> member) & 1) != 0;
    }

    /**
     * Sends a payload of this member to all members of the view, over the overlays of the plan.
     *
     * @return the digest of the payload; {@code null} if too many own bytes are in flight
     * @throws IllegalArgumentException if the payload has more bytes than {@link ForestSettings} allow
     */
    public Digest spread(byte[] payload, long nowNanos) {
        Digest digest = Digest.of(payload);
        return spread(digest, payload, nowNanos) ? digest : null;
    }

    /**
     * Sends a payload of this member, with the given digest, to all members of the view.
     *
     * @return whether the node has accepted the payload; if {@code false}, the node calls {@link ForestEffects#room}
     *     when it accepts payloads again
     * @throws IllegalArgumentException if the payload has more bytes than {@link ForestSettings} allow
     */
    public boolean spread(Digest digest, byte[] payload, long nowNanos) {
        now = nowNanos;
        if (payload.length > settings.payloadBytesMax())
            throw new IllegalArgumentException(
                    "payload: expected at most "
                            + settings.payloadBytesMax()
                            + " bytes, got "
                            + payload.length);
        if (isFlightFull() || !own.makeRoom(payload.length, now)) {
            figures.refusedPayloads++;
            needsRoom = true;
            return false;
        }
        figures.payloads++;
        figures.bytesOffered += payload.length;
        List<Frame> frames = cut(payload, digest);
        if (settings.keeps()) held.addOwn(digest, self, frames);
        long receivers = present & ~(1L << self);
        if (receivers == 0) return true;
        for (Frame frame : frames) send(frame, receivers, payload.length);
        arm();
        return true;
    }

    /** Keeps a payload so that other members can fetch it. Requires that {@link ForestSettings#keeps} is true. */
    public void keep(Digest digest, byte[] payload) {
        if (held.isComplete(digest)) held.claim(digest);
        else held.addOwn(digest, self, cut(payload, digest));
        fetches.remove(digest);
    }

    private List<Frame> cut(byte[] payload, Digest digest) {
        List<Frame> frames = new ArrayList<>(1);
        int at = 0;
        do {
            int end = (int) Math.min(payload.length, (long) at + settings.frameBytesMax());
            boolean isWhole = end - at == payload.length;
            byte[] bytes = isWhole ? payload : Arrays.copyOfRange(payload, at, end);
            int index = frames.size();
            frames.add(
                    new Frame(
                            self,
                            incarnation,
                            own.nextSequence() + index,
                            own.floor(),
                            false,
                            digest,
                            payload.length,
                            index,
                            isWhole ? digest : Digest.of(bytes),
                            bytes));
            at = end;
        } while (at < payload.length);
        return frames;
    }

    private void send(Frame frame, long receivers, int payloadBytes) {
        int overlay = self;
        boolean isProbe = false;
        // With only one receiver, a relay would have no member to which it could forward the frame,
        // so the source sends directly.
        if (payloadBytes > settings.inlineBytesMax() && Long.bitCount(receivers) > 1) {
            int probe = health.takeProbe(receivers & shares.planned(), now);
            isProbe = probe >= 0;
            overlay =
                    isProbe
                            ? probe
                            : shares.choose(frame.bytes().length, present, health.usable(now));
        }
        OwnFrame waiting = own.add(frame, overlay, receivers, isProbe, now);
        if (overlay != self) {
            add(overlay, new Waiting(frame.withRelay(true), waiting, Kind.OWN));
            return;
        }
        for (long rest = receivers; rest != 0; rest &= rest - 1) {
            int to = Long.numberOfTrailingZeros(rest);
            add(to, new Waiting(frame, waiting, Kind.OWN));
        }
    }

    /** Own frames need no bound per queue, because the number of own bytes in flight is bounded. */
    private void add(int to, Waiting waiting) {
        links.add(to, waiting, Long.MAX_VALUE, now);
    }

    private void resend(int to, OwnFrame frame, boolean isUrgent) {
        Waiting waiting = new Waiting(frame.frame, frame, Kind.LATE);
        if (isUrgent) links.addUrgent(to, waiting, now);
        else add(to, waiting);
    }

    /**
     * Reports that the driver has sent, or cannot send, a frame that the node passed to {@link ForestEffects#transmit}.
     */
    public void onTransmitted(int to, long nowNanos) {
        now = nowNanos;
        links.transmitted(to, now);
        tellRoom();
    }

    Links links() {
        return links;
    }

    HopDelays hops() {
        return own.hops();
    }

    private void tellRoom() {
        if (informed == 0 || !links.isDrained()) return;
        for (long rest = informed; rest != 0; rest &= rest - 1)
            effects.send(Long.numberOfTrailingZeros(rest), new RelayRoom());
        informed = 0;
    }

    /** Handles a message of another member. */
    public void onMessage(int from, ForestMessage message, long nowNanos) {
        now = nowNanos;
        if (from < 0 || from > ForestSettings.ID_MAX || from == self || !isPresent(from)) {
            figures.framesMisplaced++;
            return;
        }
        if (message instanceof Frame frame) onFrame(from, frame);
        else if (message instanceof Held m) onHeld(from, m);
        else if (message instanceof RelayFull m) onRelayFull(from, m);
        else if (message instanceof RelayRoom) health.room(from);
        else if (message instanceof Fetch m) onFetch(from, m);
        else if (message instanceof Missing m) fetches.missing(m.payload(), from, present, now);
        else if (message instanceof PlanMessage m) onPlan(from, m, nowNanos);
    }

    private void onFrame(int from, Frame frame) {
        figures.bytesIn += frame.bytes().length;
        boolean isFetched = frame.sequence() == 0;
        boolean isMisplaced =
                (frame.relay() && (from != frame.source() || isFetched))
                        || (frame.source() == self && !isFetched)
                        || frame.floor() > frame.sequence()
                        || frame.length() > settings.payloadBytesMax();
        ReceivedFrames.Inbound in = isFetched || isMisplaced ? null : received.of(frame);
        if (isMisplaced || (!isFetched && in == null)) {
            figures.framesMisplaced++;
            return;
        }
        boolean isKnown = isFetched ? !fetches.contains(frame.payload()) : in.contains(frame);
        if (isKnown) {
            figures.framesRepeated++;
            if (in != null) in.repeated();
            return;
        }
        if (!Digest.of(frame.bytes()).equals(frame.piece())
                || (frame.isWhole() && !frame.piece().equals(frame.payload()))) {
            figures.damaged(from);
            return;
        }
        if (in != null) {
            if (!in.add(frame)) {
                figures.framesMisplaced++;
                return;
            }
            figures.framesReceived++;
        }
        if (frame.relay()) relay(frame);
        if (isFetched) {
            figures.bytesFetched += frame.bytes().length;
            fetches.answered(from, now);
        }
        boolean isHeld = settings.keeps() && held.isComplete(frame.payload());
        // An application that has acknowledged the payload by a vote does not acknowledge it again,
        // so the node must acknowledge the repeated frame.
        if (isHeld && in != null) in.repeated();
        if (isHeld) return;
        boolean isWanted = fetches.contains(frame.payload());
        byte[] payload = held.add(frame, isFetched ? from : frame.source(), from, isWanted);
        if (payload == null) return;
        if (isWanted) fetches.remove(frame.payload());
        effects.deliver(frame.source(), frame.payload(), payload);
    }

    /** In Listing 6.1 of Tan 2019, the relay also sends the frame to itself. */
    private void relay(Frame frame) {
        Frame plain = frame.withRelay(false);
        long missed = 0;
        long to = present & ~(1L << self) & ~(1L << frame.source());
        for (long rest = to; rest != 0; rest &= rest - 1) {
            int member = Long.numberOfTrailingZeros(rest);
            Waiting waiting = new Waiting(plain, null, Kind.RELAYED);
            if (links.add(member, waiting, settings.relayQueueBytesMax(), now)) continue;
            missed |= 1L << member;
            figures.relayDrops++;
        }
        if (missed == 0) return;
        informed |= 1L << frame.source();
        effects.send(frame.source(), new RelayFull(frame.incarnation(), frame.sequence(), missed));
    }

    private void onHeld(int from, Held message) {
        if (message.incarnation() != incarnation) return;
        own.held(from, message, now);
        tellOwnRoom();
    }

    /**
     * Reports that the member {@code from} holds a payload of this member, for example because the member {@code from}
     * has voted for the payload.
     */
    public void onAcknowledged(int from, Digest payload, long nowNanos) {
        now = nowNanos;
        own.held(from, payload, now);
        tellOwnRoom();
    }

    private void tellOwnRoom() {
        // New payloads must not wait for a slow receiver, so the source gives up frames that a
        // quorum of members holds.
        if (!needsRoom || isFlightFull() || !own.makeRoom(settings.ownBytesMax() / 2, now)) return;
        needsRoom = false;
        effects.room();
    }

    private boolean isFlightFull() {
        return !settings.keeps() && own.isFlightFull();
    }

    private void onRelayFull(int from, RelayFull message) {
        if (message.incarnation() != incarnation) return;
        figures.relayFulls++;
        health.full(from, now);
        own.dropped(message.sequence(), message.missed(), now);
    }

    private void onFetch(int from, Fetch message) {
        if (held.isComplete(message.payload())) links.fetch(from, message.payload(), now);
        else effects.send(from, new Missing(message.payload()));
    }

    /**
     * Fetches a payload of which this member's application knows the digest but not the bytes.
     *
     * @param waitNanos time in ns for which the node waits for the payload from its source before it asks a holder
     * @return {@code false} if this member already fetches the maximum number of payloads, so that the call has no
     *     effect
     */
    public boolean want(Digest payload, int[] holders, long waitNanos, long nowNanos) {
        now = nowNanos;
        held.claim(payload);
        if (held.isComplete(payload)) {
            effects.deliver(held.owner(payload), payload, held.bytes(payload));
            return true;
        }
        boolean isTaken = fetches.want(payload, holders, waitNanos, present, now);
        arm();
        return isTaken;
    }

    /** Whether this member has the whole payload with the digest {@code payload}. */
    public boolean holds(Digest payload) {
        return held.isComplete(payload);
    }

    /**
     * Reports that the application knows a payload's digest (claims the payload). After the claim, the node keeps the
     * payload until {@link #forget}.
     */
    public void claim(Digest payload) {
        held.claim(payload);
    }

    /** Reports that neither the application nor another member needs the payload any longer. */
    public void forget(Digest payload, long nowNanos) {
        now = nowNanos;
        held.forget(payload);
        fetches.remove(payload);
        own.forget(payload, now);
        tellOwnRoom();
    }

    /**
     * Passes a plan to the node; another member, or the controller of this member, has made the plan.
     *
     * @return the reason why the node refuses the plan; {@code null} if the node uses the offered plan
     */
    public String onPlan(int from, PlanMessage offered, long nowNanos) {
        now = nowNanos;
        PlanMessage before = plan.plan();
        String refusal = plan.offer(from, offered, present, now);
        if (refusal != null) figures.plansRefused++;
        else if (before == null
                || before.epoch() != offered.epoch()
                || before.number() != offered.number()) {
            figures.plansAccepted++;
            shares.plan(plan.rates());
        }
        arm();
        return refusal;
    }

    /** Reports the end of a batch of events. */
    public void onBatchEnd(long nowNanos) {
        now = nowNanos;
        received.acknowledge(present, effects);
    }

    /** Reports that the timer of {@link ForestEffects#setTimer} has expired. */
    public void onTimer(long nowNanos) {
        now = nowNanos;
        isArmed = false;
        if (plan.expire(now)) shares.plan(null);
        own.checkLate(now);
        tellOwnRoom();
        fetches.retry(present, now);
        arm();
    }

    private void arm() {
        if (isArmed || (own.isEmpty() && fetches.isEmpty() && plan.plan() == null)) return;
        isArmed = true;
        effects.setTimer(settings.tickNanos());
    }
}
