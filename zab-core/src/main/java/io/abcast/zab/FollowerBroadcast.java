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
 * that the protocol chooses ({@link FollowerPolicy}), and delivers entries as the {@link DeliveryRule} of the epoch
 * allows. Source: EL-Sanosi 2018, section 3.6, steps F1 to F5, and section 4.2.3, F1 and F4.
 */
final class FollowerBroadcast {
    private final Core core;
    private final Following following;
    private final Link link;
    private final int epoch;
    private final long nonce;
    private final BroadcastPolicy policy;
    private final FollowerPolicy acks;

    /**
     * Counts the acks of other followers in this epoch, from which this follower concludes which entries it may
     * deliver. Unused under {@link DeliveryRule#ON_COMMIT}.
     */
    private final QuorumTracker tracker;

    private final DeliveryRule rule;

    private final boolean observes;

    /**
     * Whether this follower has entered the leader's epoch; only then the leader counts this follower's log in quorums.
     */
    private boolean entered;

    private boolean active;

    /**
     * Whether the leader has switched to Zab's mode, in which followers ack only to the leader, and the leader
     * announces every commit.
     */
    private boolean zab;

    private boolean voted;

    /**
     * The zxid of the last entry for which the policy (for example, a coin) has decided to which members this follower
     * sends its ack.
     */
    private long logged;

    private long toldEveryone;

    private long toldLeader;

    private long untoldBytes;

    private long announced;

    /**
     * The last zxid of this follower's log when timer C_m (maximum time to delivery) was started; valid only while the
     * timer runs.
     */
    private long stuckZxid = Zxid.NONE;

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
        // commit to the observer.
        BroadcastPolicy own = observes ? ZabPolicy.INSTANCE : policy;
        acks = own.follower(members, core::nextRandom);
        rule = own.rule(members);
        // A quorum has f+1 members. Under ON_FOLLOWERS, f followers must have logged an entry, and
        // the leader does not count.
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

    void synchronising() {
        logged = core.history.durable();
    }

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
        // Until a follower enters the epoch, it acks its entries only to the leader. Other
        // followers may need the acks of a follower that has entered the epoch.
        if (!zab && rule != DeliveryRule.ON_COMMIT) tell(acks.onLogged(core.now()));
    }

    /**
     * @return the reason why this follower did not log the proposal, or null if this follower logged the proposal
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

    /**
     * Returns {@code entry} with its payload, which the leader leaves out if this follower has forwarded it; null if
     * this member no longer has the payload.
     */
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
     * Records the leader's announcement that all entries up to {@code zxid}, which this follower must have logged, are
     * committed; {@link Zxid#NONE} has no effect.
     */
    void announce(long zxid) {
        announced = Math.max(announced, zxid);
        deliver();
    }

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
     * Switches from the variant to Zab's mode, in which followers ack only to the leader, or back (EL-Sanosi 2018,
     * section 3.6.2: "when a follower executing ZabCt receives commit(m) with prot=Zab, it starts executing Zab").
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
            // When Zab's mode begins, the leader needs this follower's acks for all logged entries,
            // including those for which the coin decided to send no ack.
            if (active) tellLeader();
        } else {
            // Zab's mode ends. Entries that this follower has acked only to the leader need the
            // timers D and C_m, at which it may ack them to all members.
            startTimers();
        }
    }

    void forward() {
        while (core.requests.hasUnsent()) {
            int countMax = core.config.batching() ? Integer.MAX_VALUE : 1;
            send(new Forward(core.requests.takeUnsent(core.config.proposalBytesMax(), countMax)));
        }
    }

    /**
     * Acks the entries that are durable at this follower and that the leader has sent in this session. The leader
     * counts acks only of followers that have entered the epoch (ZooKeeper 4685). An ack before the follower enters the
     * epoch only allows the leader to send further entries.
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
                // If the coin decides against acks many times in a row, the leader's bound on bytes
                // in flight would stop new proposals; an ack to the leader alone avoids this.
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

    private void checkVote() {
        if (zab || voted || !active || !policy.steers() || !acks.votesForZab()) return;
        tellLeader();
    }

    private void send(LinkMessage body) {
        core.send(link.peer, link.next(body));
    }

    /**
     * Returns the zxid up to which this follower may deliver entries. From a pending change of the ensemble on, counted
     * acks do not suffice: the leader must have announced the commit.
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

    void onTick() {
        if (!active) return;
        acks.onTick(core.now());
        checkVote();
    }

    /**
     * Starts the timers D and C_m, at whose expiry this follower tosses its coin again or asks for Zab's mode
     * (EL-Sanosi 2018, section 4.2.3, F1: "reset timer(D)").
     */
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
     * Whether neither timer is needed: this follower has acked its whole log to the leader, and the leader has
     * announced the commit of the whole log.
     */
    private boolean isSettled() {
        return announced >= core.history.last() && toldLeader >= core.history.last();
    }

    /**
     * Timer D has expired: this follower tosses its coin again for undelivered entries (EL-Sanosi 2018, section 4.2.3,
     * F4). In the thesis, a follower no longer tosses its coin for entries that it can deliver. In abcast, a follower
     * repeats the toss until the leader announces that all logged entries are committed: the leader may still need this
     * follower's ack. Once all its logged entries are committed, the follower sends the leader one ack of all
     * entries, so that no bytes remain in flight.
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

    /**
     * Timer C_m has expired, the maximum time from the proposal of an entry to its delivery (EL-Sanosi 2018, section
     * 4.3.3: "a follower experiences timer(C_m)"). If the entry for which the timer was started is still not
     * deliverable, this follower may vote for Zab's mode.
     */
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
