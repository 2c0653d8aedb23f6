package io.abcast.ordering.log;

import io.abcast.kernel.Message;
import io.abcast.kernel.WireReader;
import io.abcast.kernel.WireWriter;
import io.abcast.ordering.log.LogMessage.Framed;
import io.abcast.ordering.log.LogMessage.Standing;

/**
 * The part of a member that concerns its ensemble: its {@link Founding}, the votes of other members, and the frames of
 * the ensemble's era. An {@code Ensemble} also tracks the right to vote in the member's durable state.
 */
public final class Ensemble {
    private final Desk desk;
    private final Founding founding;
    private final Voters voters;

    /**
     * The era, the number of the ensemble's founding, in the state that is being written to disk. The next field is the
     * right to vote in that state.
     */
    private long writingEra;

    private boolean writingVoter;

    /**
     * The era, the number of the ensemble's founding, in the durable state. The next field is the right to vote in the
     * durable state.
     */
    private long durableEra;

    private boolean durableVoter;

    /** The parameters {@code witnesses}, {@code foundersMin} and {@code readmits} are passed to {@link Founding}. */
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

    /** Whether this member votes now, and its durable state contains the right to vote. */
    public boolean votesDurably() {
        return founding.votes() && durableVoter;
    }

    /** Whether the durable state names the present era (founding number) of the ensemble. */
    public boolean isEraDurable() {
        return durableEra == founding.era();
    }

    // ------------------------------------------------------------------ messages

    /**
     * Handles a message that member {@code from} has sent. The method {@code open} passes a {@link
     * LogMessage.Standing}, which describes another member's right to vote, to the founding. The method {@code open}
     * returns the content of a frame if the frame belongs to the present era (founding number) of the ensemble. The
     * method {@code open} drops every other message, and every message whose sender is not another member of the
     * ensemble.
     *
     * @param ready whether this member has read its log; if false, the method drops all messages
     * @return the message in the frame; {@code null} if the method has dropped or handled the message
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

    /** @param forlorn whether this member holds no entries and knows no member that orders requests */
    public void onTick(boolean forlorn) {
        founding.onTick(forlorn, desk.nowNanos());
        voters.onTick(desk.nowNanos(), desk.config().electionTimeoutNanos());
    }

    /**
     * The reason why this member has not joined an ensemble. The obstacle is empty if this member has joined an
     * ensemble, or if it has a history and waits for the voters of its ensemble.
     *
     * @param empty whether this member's history has no entries
     */
    public String obstacle(boolean empty) {
        if (!founding.obstacle().isEmpty()) return founding.obstacle();
        return founding.era() == 0 && empty ? founding.waiting() : "";
    }

    // ------------------------------------------------------------------ storage

    /** Writes the era (founding number) and the right to vote into the state that becomes durable next. */
    public void write(WireWriter to) {
        writingEra = founding.era();
        writingVoter = founding.votes();
        founding.write(to);
    }

    /** Records that the output of the last {@link #write} is durable. */
    public void onPersisted() {
        durableEra = writingEra;
        durableVoter = writingVoter;
    }

    public void restore(WireReader in) {
        founding.restore(in);
    }

    /** Records that the era (founding number) and the right to vote of this member are durable now. */
    public void restored() {
        durableEra = founding.era();
        durableVoter = founding.votes();
    }

    /**
     * Handles the loss of a part of this member's storage at the start, see {@link Founding#lost}. After {@code lost},
     * no era (founding number) and no right to vote is durable until the next state is written.
     */
    void lost(boolean knowingly) {
        founding.lost(knowingly);
        durableEra = 0;
        durableVoter = false;
    }
}
