package io.abcast.sim.liar;

import io.abcast.kernel.Effects;
import io.abcast.kernel.EffectsFilter;
import io.abcast.kernel.Hold;
import io.abcast.kernel.Membership;
import io.abcast.kernel.Message;
import io.abcast.kernel.SnapshotId;
import io.abcast.sim.Rng;

/**
 * Sends the true and the false messages of a lying member. The class changes, omits or repeats messages of the liar's
 * node, and adds invented messages.
 */
final class LiarSender extends EffectsFilter {
    private static final int INVENTED_MAX = 8;

    private final Plot plot;
    private final int id;
    private final Membership members;
    private final Rng dice;
    private long nowNanos;
    private long inventedNanos;

    LiarSender(Plot plot, int id, Membership members, Effects effects, Rng dice) {
        super(effects);
        this.plot = plot;
        this.id = id;
        this.members = members;
        this.dice = dice;
    }

    void now(long nanos) {
        if (inventedNanos == 0) inventedNanos = nanos;
        nowNanos = nanos;
    }

    boolean misses() {
        return !plot.isHonest() && dice.chance(plot.temper().deaf() * 0.5);
    }

    void answer(int from, Message asked) {
        plot.known().heard(plot.alphabet().bare(asked));
        if (plot.isSilent() || plot.isHonest()) return;
        for (Message answer : plot.alphabet().answers(id, from, asked, plot.known(), dice))
            lie(from, answer.kind(), answer);
    }

    void invent() {
        long every = plot.temper().everyNanos();
        if (every == 0 || plot.isSilent() || plot.isHonest()) return;
        for (int i = 0; i < INVENTED_MAX && inventedNanos < nowNanos; i++) {
            inventedNanos += dice.exponential(every) + 1;
            inventOne();
        }
        inventedNanos = Math.max(inventedNanos, nowNanos - every);
    }

    private void inventOne() {
        Class<?> kind = plot.temper().kinds().get(dice.below(plot.temper().kinds().size()));
        int to = members.id(dice.below(members.size()));
        boolean all = dice.chance(0.3);
        Message lie = plot.alphabet().invented(kind, id, to, plot.known(), dice);
        if (lie == null) return;
        for (int other : members.ids()) if (all || other == to) lie(other, kind, lie);
    }

    private void lie(int to, Class<?> kind, Message lie) {
        if (to == id) return;
        long garble = dice.chance(plot.temper().garbles()) ? dice.nextLong() | 1 : 0;
        super.send(to, new Lie(kind, lie, garble));
    }

    @Override
    public void send(int to, Message message) {
        plot.known().heard(plot.alphabet().bare(message));
        if (plot.isSilent()) return;
        LyingProfile temper = plot.temper();
        if (plot.isHonest() || !temper.kinds().contains(message.kind())) {
            super.send(to, message);
            return;
        }
        if (dice.chance(temper.drops())) return;
        if (temper.twoFaced()) twoFaced(to, message);
        else if (dice.chance(temper.changes()))
            lie(to, message.kind(), plot.alphabet().changed(id, to, message, plot.known(), dice));
        else super.send(to, message);
        if (dice.chance(temper.repeats())) super.send(to, message);
    }

    private void twoFaced(int to, Message message) {
        if (plot.isSecondFace(to, plot.alphabet().about(message)))
            lie(to, message.kind(), plot.secondFace(id, to, message));
        else super.send(to, message);
    }

    @Override
    public void send(int to, Message message, Hold hold) {
        send(to, message);
    }

    @Override
    public void takeSnapshot(long zxid, byte[] note, boolean digested) {
        plot.known().met("note", note);
        super.takeSnapshot(zxid, note, digested);
    }

    @Override
    public void installSnapshot(SnapshotId snapshot, byte[] note) {
        plot.known().met("note", note);
        super.installSnapshot(snapshot, note);
    }
}
