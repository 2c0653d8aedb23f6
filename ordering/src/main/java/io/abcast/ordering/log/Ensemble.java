package io.abcast.ordering.log;

import io.abcast.kernel.Message;
import io.abcast.kernel.WireReader;
import io.abcast.kernel.WireWriter;
import io.abcast.ordering.log.LogMessage.Framed;
import io.abcast.ordering.log.LogMessage.Standing;

/**
 * Holds what a member knows about its ensemble: the state of the {@link Founding}, and which other members have lost
 * their votes. An {@code Ensemble} also drops frames of other ensembles, and tracks whether the member's right to vote
 * is durable.
 */
public final class Ensemble {
    private final Desk desk;
    private final Founding founding;
    private final Voters voters;

    /** The era (founding number) in the last output of {@link #write}, which may not be durable yet. */
    private long writingEra;

    private boolean writingVoter;

    private long durableEra;

    private boolean durableVoter;

    /**
     * Creates the ensemble object of one member; {@link Founding} describes the parameters {@code witnesses}, {@code
     * foundersMin} and {@code readmits}.
     */
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

    /**
     * Takes the content out of a frame of the present era (founding number), and passes a {@link LogMessage.Standing},
     * which describes another member's right to vote, to the {@link Founding}.
     *
     * @param ready whether this member has read its log; if false, {@code open} drops all messages
     * @return the message in the frame; {@code null} if {@code open} has dropped the message or passed it to the {@link
     *     Founding}
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

    /**
     * Lets the founding proceed at a tick of the node's timer.
     *
     * @param forlorn whether this member holds no entries and knows no member that orders requests
     */
    public void onTick(boolean forlorn) {
        founding.onTick(forlorn, desk.nowNanos());
        voters.onTick(desk.nowNanos(), desk.config().electionTimeoutNanos());
    }

    /**
     * The reason why this member has not joined an ensemble; empty if it has joined one, or if it has a history and
     * waits for the voters of its ensemble.
     *
     * @param empty whether this member's history has no entries
     */
    public String obstacle(boolean empty) {
        if (!founding.obstacle().isEmpty()) return founding.obstacle();
        return founding.era() == 0 && empty ? founding.waiting() : "";
    }

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

    void lost(boolean knowingly) {
        founding.lost(knowingly);
        durableEra = 0;
        durableVoter = false;
    }
}
