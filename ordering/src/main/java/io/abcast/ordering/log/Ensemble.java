package io.abcast.ordering.log;

import io.abcast.kernel.Message;
import io.abcast.kernel.WireReader;
import io.abcast.kernel.WireWriter;
import io.abcast.ordering.log.LogMessage.Framed;
import io.abcast.ordering.log.LogMessage.Standing;

/**
 * The part of a member that belongs to an ensemble: its {@link Founding}, the votes of the other members, the frames of
 * the ensemble's era, and the right to vote in the durable state.
 */
public final class Ensemble {
    private final Desk desk;
    private final Founding founding;
    private final Voters voters;

    /** The era and the right to vote in the state that is being written. */
    private long writingEra;

    private boolean writingVoter;

    /** The era and the right to vote in the durable state. */
    private long durableEra;

    private boolean durableVoter;

    /** The parameters {@code witnesses}, {@code foundersMin} and {@code readmits} are those of {@link Founding}. */
    public Ensemble(
            Desk desk, Founding.Host host, int witnesses, int foundersMin, boolean readmits) {
        this.desk = desk;
        founding = new Founding(desk, host, this::votesDurably, witnesses, foundersMin, readmits);
        voters = new Voters(desk.members(), desk.id(), desk::report);
    }

    public Founding founding() {
        return founding;
    }

    public Voters voters() {
        return voters;
    }

    /** Number of members that have their votes, as far as this member knows. */
    public int votersLeft() {
        return voters.left(founding.votes());
    }

    /** Whether this member votes, now and in the durable state. */
    public boolean votesDurably() {
        return founding.votes() && durableVoter;
    }

    /** Whether the durable state names the present era. */
    public boolean isEraDurable() {
        return durableEra == founding.era();
    }

    // ------------------------------------------------------------------ messages

    /**
     * Handles a message that has arrived. A standing goes to the founding. A frame is opened if it belongs to the present
     * era. Other messages, and those of senders that are no other members, are dropped.
     *
     * @param ready whether this member has read its log; otherwise all messages are dropped
     * @return the message in the frame; {@code null} if no frame was opened
     */
    public Message open(int from, Message message, boolean ready) {
        desk.received();
        if (ready && desk.members().contains(from) && from != desk.id()) {
            if (message instanceof Standing m) {
                onStanding(from, m);
                return null;
            }
            if (message instanceof Framed m && founding.era() != 0) {
                if (m.era() == founding.era()) return m.body();
                desk.refuse(from, m, Refusals.Reason.ERA);
                voters.onForeign(from, m.era(), desk.nowNanos());
                return null;
            }
        }
        desk.drop();
        return null;
    }

    private void onStanding(int from, Standing m) {
        voters.onStanding(from, m, founding.era(), desk.nowNanos());
        if (founding.onStanding(from, m, desk.nowNanos()))
            desk.report("standing: " + founding.standing() + ", learned from member " + from);
    }

    /** @param forlorn whether this member holds no entries, and knows no member that orders requests */
    public void onTick(boolean forlorn) {
        founding.onTick(forlorn, desk.nowNanos());
        voters.onTick(desk.nowNanos(), desk.config().electionTimeoutNanos());
    }

    /**
     * The reason why this member has not joined an ensemble; empty if it has joined one, or has a history and waits for
     * the voters of its ensemble.
     *
     * @param empty whether this member holds no history
     */
    public String obstacle(boolean empty) {
        if (!founding.obstacle().isEmpty()) return founding.obstacle();
        return founding.era() == 0 && empty ? founding.waiting() : "";
    }

    // ------------------------------------------------------------------ storage

    /** Writes this part of the state that becomes durable next. */
    public void write(WireWriter to) {
        writingEra = founding.era();
        writingVoter = founding.votes();
        founding.write(to);
    }

    /** Records that the state of the last {@link #write} is durable. */
    public void onPersisted() {
        durableEra = writingEra;
        durableVoter = writingVoter;
    }

    public void restore(WireReader in) {
        founding.restore(in);
    }

    /** Records that the present era and right to vote are durable. */
    public void restored() {
        durableEra = founding.era();
        durableVoter = founding.votes();
    }

    /**
     * Handles the loss of a part of the storage at the start, see {@link Founding#lost}. Nothing is durable until the
     * next state is written.
     */
    void lost(boolean knowingly) {
        founding.lost(knowingly);
        durableEra = 0;
        durableVoter = false;
    }
}
