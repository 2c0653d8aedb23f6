package io.abcast.zab;

import io.abcast.kernel.Entry;
import io.abcast.kernel.Zxid;
import io.abcast.zab.LinkMessage.Ack;
import io.abcast.zab.LinkMessage.Forward;
import io.abcast.zab.LinkMessage.NewEpoch;
import io.abcast.zab.LinkMessage.Propose;
import io.abcast.zab.ZabMessage.PeerAck;

/**
 * A follower's side of phase 3, the broadcast phase, in one session. The follower acks logged entries to the members
 * that the epoch's policy names, and delivers the entries that the epoch's {@link DeliveryRule} allows. Source:
 * EL-Sanosi 2018, section 3.6, steps F1 to F5, and section 4.2.3, F1 and F4.
 */
final class FollowerBroadcast {
    private final Core core;
    private final Following following;
    private final Link link;
    private final int epoch;
    private final long nonce;
    private final BroadcastPolicy policy;
    private final FollowerPolicy acks;

    /** The acks of this epoch, by member. No acks are recorded under {@link DeliveryRule#ON_COMMIT}. */
    private final QuorumTracker tracker;

    private final DeliveryRule rule;

    private final boolean observes;

    /**
     * Whether the follower has entered the epoch. The log of the follower counts in quorums only if this field is true.
     */
    private boolean entered;

    /** Whether the epoch is established. The follower delivers entries only if this field is true. */
    private boolean active;

    /** Whether Zab's mode is on. In Zab's mode every ack goes to the leader. */
    private boolean zab;

    /** Whether this follower's last vote to the leader was for Zab's mode. */
    private boolean voted;

    /** The last entry for which the policy has chosen the receivers of the ack. */
    private long logged;

    /** The last zxid that was acked to all members. */
    private long toldEveryone;

    /** The last zxid that was acked to the leader. */
    private long toldLeader;

    /** Number of bytes of the proposals since the last ack to the leader. */
    private long untoldBytes;

    /** The commit index that the leader has announced. */
    private long announced;

    /** The last zxid of the log when timer C_m was started; meaningful only while the timer runs. */
    private long stuckZxid = Zxid.NONE;

    /** The entry whose time to delivery is being measured. */
    private long timedZxid = Zxid.NONE;

    private long timedNanos;

    FollowerBroadcast(
            Core core,
            Following following,
            Link link,
            NewEpoch invitation,
            BroadcastPolicy policy) {
        this.core = core;
        this.following = following;
        this.link = link;
        epoch = invitation.epoch();
        nonce = invitation.nonce();
        this.policy = policy;
        int members = core.members.voters();
        observes = core.observes();
        // Under every protocol, an observer acks to the leader, and the leader announces each
        // commit to it.
        BroadcastPolicy own = observes ? ZabPolicy.INSTANCE : policy;
        acks = own.follower(members, core::nextRandom);
        rule = own.rule(members);
        // A quorum has f+1 members, so the number f of followers is one less than a quorum. The
        // leader does not count
        // among these followers.
        tracker =
                new QuorumTracker(
                        core.votes(),
                        rule == DeliveryRule.ON_FOLLOWERS ? core.quorum - 1 : core.quorum);
        zab = policy.steers();
    }

    BroadcastPolicy policy() {
        return policy;
    }

    boolean inZabMode() {
        return zab || rule == DeliveryRule.ON_COMMIT;
    }

    CoinStatus coin() {
        return acks.coin();
    }

    // Steps of the session

    void synchronising() {
        logged = core.history.durable();
    }

    /** Reports that ACK-LD, which covers all durable entries, is about to be sent. */
    void entered() {
        entered = true;
        logged = core.history.durable();
        toldLeader = logged;
        countOwn();
    }

    void active(long commit, Steering steering) {
        active = true;
        onSteering(steering);
        announce(commit);
        // Entries that were logged before this moment were acked to the leader only.
        if (!zab && rule != DeliveryRule.ON_COMMIT) tell(acks.onLogged(core.now()));
    }

    // Received messages

    /**
     * Logs the entries of a proposal.
     *
     * @return why the proposal does not fit, or null if it was logged
     */
    String onPropose(Propose message) {
        for (int i = 0; i < message.entries().size(); i++) {
            Entry entry = whole(message.entries().get(i));
            if (entry == null)
                return "proposal "
                        + message.entries().get(i)
                        + " comes without a payload, expected one of a request forwarded here";
            if (!Zxid.follows(core.history.last(), entry.zxid())
                    || Zxid.epoch(entry.zxid()) > epoch)
                return "proposal "
                        + entry
                        + " does not follow "
                        + Zxid.toString(core.history.last());
            core.append(following, entry);
            if (entry.origin() == core.id) logged(entry);
        }
        if (message.commit() > core.history.last())
            return "proposal says that "
                    + Zxid.toString(message.commit())
                    + " is committed, beyond "
                    + Zxid.toString(core.history.last());
        untoldBytes += message.wireBytes();
        onSteering(message.steering());
        announce(message.commit());
        startTimers();
        return null;
    }

    /** Returns the entry with its payload; null if this member no longer has the payload. */
    private Entry whole(Entry entry) {
        if (!Propose.isKept(entry)) return entry;
        byte[] kept = entry.origin() == core.id ? core.requests.sent(entry.request()) : null;
        return kept == null ? null : new Entry(entry.zxid(), entry.origin(), entry.request(), kept);
    }

    private void logged(Entry own) {
        if (own.isMembership()) core.change.onLogged(own);
        else core.requests.onLogged(own);
    }

    /**
     * Reports that all entries up to {@code zxid} are committed. The log must hold {@code zxid}. {@link Zxid#NONE} has
     * no effect.
     */
    void announce(long zxid) {
        announced = Math.max(announced, zxid);
        deliver();
    }

    /**
     * Counts the ack of another follower.
     *
     * @return whether the ack is of this epoch
     */
    boolean onPeerAck(int rank, PeerAck ack) {
        if (ack.epoch() != epoch || ack.nonce() != nonce) return false;
        core.figures.acksReceived++;
        if (rule != DeliveryRule.ON_COMMIT && tracker.ack(rank, ack.zxid())) deliver();
        return true;
    }

    void onSteering(Steering steering) {
        if (steering.isNone() || observes) return;
        long now = core.now();
        if (steering.stamp() != 0)
            acks.onDelay(Math.max(0, now - steering.stamp() - steering.heldNanos()) / 2);
        acks.onFollowers(steering.followers(), now);
        if (rule == DeliveryRule.ON_QUORUM
                && policy.countsLeader()
                && tracker.ack(core.members.rank(link.peer), steering.durable())) deliver();
        if (steering.zab() != zab) switchMode(steering.zab());
    }

    /**
     * Section 3.6.2: "when a follower executing ZabCt receives commit(m) with prot=Zab, it starts executing Zab", and
     * back.
     */
    private void switchMode(boolean toZab) {
        zab = toZab;
        voted = false;
        core.figures.switches++;
        acks.onMode(zab, core.now());
        timedZxid = Zxid.NONE;
        if (zab) {
            core.effects.cancelTimer(Timers.TOSS);
            core.effects.cancelTimer(Timers.STUCK);
            stuckZxid = Zxid.NONE;
            // The leader needs an ack for the entries whose coin fell on Tail.
            if (active) tellLeader();
        } else {
            // Entries that were acked only to the leader are acked to all members when the timers
            // expire.
            startTimers();
        }
    }

    // Sent messages

    void forward() {
        while (core.requests.hasUnsent()) {
            int countMax = core.config.batching() ? Integer.MAX_VALUE : 1;
            send(new Forward(core.requests.takeUnsent(core.config.proposalBytesMax(), countMax)));
        }
    }

    /**
     * Acks the durable entries of this session. An ack before ACK-LD only frees space in the leader's window: the
     * leader counts only acks of followers that have entered the epoch (ZooKeeper 4685).
     */
    void acknowledge() {
        long durable = core.history.durable();
        if (durable <= logged) return;
        if (core.config.batching() || !core.history.caches(logged)) {
            acknowledge(durable);
        } else {
            for (long i = core.history.ordinalAfter(logged); logged < durable; i++) {
                acknowledge(core.history.cached(i).zxid());
            }
        }
        if (entered) countOwn();
    }

    private void acknowledge(long zxid) {
        logged = zxid;
        AckTarget target = active ? acks.onLogged(core.now()) : AckTarget.LEADER;
        tell(zab ? AckTarget.LEADER : target);
        checkVote();
    }

    private void countOwn() {
        if (rule == DeliveryRule.ON_COMMIT) return;
        if (tracker.ack(core.rank, core.history.durable())) deliver();
        if (!zab && timedZxid == Zxid.NONE && tracker.evidence() < logged) {
            timedZxid = logged;
            timedNanos = core.now();
        }
    }

    private void tell(AckTarget target) {
        switch (target) {
            case LEADER -> tellLeader();
            case EVERYONE -> tellEveryone();
            case NO_MEMBER -> {
                // The leader's window must not become full, even if the coin falls on Tail many
                // times in a row.
                if (untoldBytes > core.config.windowBytesMax() / 2) tellLeader();
            }
        }
    }

    private void tellLeader() {
        untoldBytes = 0;
        toldLeader = logged;
        core.figures.acksSent++;
        boolean vote = policy.steers() && acks.votesForZab();
        if (vote && !voted && !zab && active)
            core.effects.report("voting for Zab: " + acks.reason());
        voted |= vote;
        send(new Ack(epoch, logged, vote, policy.steers() ? core.now() : 0));
    }

    private void tellEveryone() {
        tellLeader();
        toldEveryone = logged;
        PeerAck ack = new PeerAck(epoch, nonce, logged);
        for (int r = 0; r < core.members.size(); r++) {
            int id = core.members.id(r);
            if (r == core.rank || id == link.peer || !core.members.votes(r)) continue;
            core.figures.acksSent++;
            core.send(id, ack);
        }
    }

    /** Section 4.3.3: "it unicasts its ack (as in Zab) to the leader with prot set to Zab". */
    private void checkVote() {
        if (zab || voted || !active || !policy.steers() || !acks.votesForZab()) return;
        tellLeader();
    }

    private void send(LinkMessage body) {
        core.send(link.peer, link.next(body));
    }

    // Delivery

    /**
     * Returns the zxid up to which this follower may deliver. A pending change of the ensemble and later entries are
     * delivered only when the leader has announced the commit of the change. The reason is that a change ends the
     * epoch, and that the leader announces the commit of the change before it leaves its role. The pending change may
     * also be from an earlier session.
     */
    private long evidence() {
        long counted = tracker.evidence();
        long change = core.history.configurations().pendingZxid();
        return change == Zxid.NONE || counted < change ? Math.max(announced, counted) : announced;
    }

    private void deliver() {
        if (!active) return;
        long evidence = Math.min(evidence(), core.history.last());
        core.delivery.commit(evidence);
        if (timedZxid != Zxid.NONE && timedZxid <= evidence) {
            acks.onWaited(core.now() - timedNanos);
            timedZxid = Zxid.NONE;
        }
    }

    // Timers

    void onTick() {
        if (!active) return;
        acks.onTick(core.now());
        checkVote();
    }

    /** Section 4.2.3, F1: "reset timer(D)". */
    private void startTimers() {
        if (zab || !active || isSettled()) return;
        if (acks.tossAgainNanos() != FollowerPolicy.NEVER)
            core.effects.setTimer(Timers.TOSS, acks.tossAgainNanos());
        if (acks.stuckNanos() != FollowerPolicy.NEVER && stuckZxid == Zxid.NONE) {
            stuckZxid = core.history.last();
            core.effects.setTimer(Timers.STUCK, acks.stuckNanos());
        }
    }

    /**
     * Whether this follower has acked its whole log to the leader, and the leader has announced that all of the log is
     * committed.
     */
    private boolean isSettled() {
        return announced >= core.history.last() && toldLeader >= core.history.last();
    }

    /**
     * Section 4.2.3, F4. In the thesis, a follower no longer tosses the coin for entries that it can deliver. But the
     * leader may still lack an ack for these entries, and after the end of a burst no later ack would come. So this
     * follower continues to toss until the leader announces that the entries are committed. Entries that were committed
     * without this follower's ack are acked once to the leader, so that the leader's window becomes empty.
     */
    void onTossTimer() {
        if (zab || isSettled()) return;
        core.effects.setTimer(Timers.TOSS, acks.tossAgainNanos());
        if (announced < logged) {
            if (logged > toldEveryone) tell(acks.onTossAgain(core.now()));
        } else if (logged > toldLeader) {
            tellLeader();
        }
        checkVote();
    }

    /** Section 4.3.3: "a follower experiences timer(C_m)". */
    void onStuckTimer() {
        boolean stuck = evidence() < stuckZxid;
        stuckZxid = Zxid.NONE;
        if (zab) return;
        if (stuck) {
            acks.onStuck(core.now());
            checkVote();
        }
        if (evidence() < core.history.last()) {
            stuckZxid = core.history.last();
            core.effects.setTimer(Timers.STUCK, acks.stuckNanos());
        }
    }
}
