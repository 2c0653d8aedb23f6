package io.abcast.ordering.paxos;

import io.abcast.ordering.log.Ports;
import io.abcast.ordering.paxos.PaxosMessage.Ack;
import io.abcast.ordering.paxos.PaxosMessage.Confirm;
import io.abcast.ordering.paxos.PaxosMessage.Confirmed;
import io.abcast.ordering.paxos.PaxosMessage.Prepare;
import java.util.ArrayList;
import java.util.List;

/**
 * The preparation phase of a ballot, which covers a first slot and all slots after it. {@code Preparation} collects the
 * promises, the votes in the promises, and the confirmations of the promises.
 *
 * <p>When a quorum has promised, the candidate asks the members of the quorum to confirm that they still have the
 * storages that hold their promises. The candidate uses only the votes and durable slots that confirmed promises
 * report. Without the confirmations, the promise of a member that has lost its storage since the promise would count
 * (Michael et al., 2017).
 *
 * <p>A member that its operator started with {@code bootstrap} has forgotten votes, so its promise counts only together
 * with the promises of the members that it joined. If a member's log holds only a part of a slot, the candidate also
 * needs the promise of a member that has voted in the slot or holds all its entries.
 */
final class Preparation {
    private static final int REPEATS_MAX = 10;

    private final Ports ports;
    private final int quorum;
    private long ballot;
    private long from;
    private int doublings;

    private Ack[] acks;

    /**
     * The other members that have sent any message to this member since the preparation began, with one bit per rank.
     */
    private int heard;

    /** The members that have refused the candidate's ballot, with one bit per rank. */
    private int refused;

    private long sentNanos;

    private int repeats;

    /** Whether this candidate's ballot is durable, so that this candidate has begun to send Prepare. */
    private boolean left;

    private int round;

    /** The members to which this candidate has sent the last question for confirmations, with one bit per rank. */
    private int asked;

    /**
     * The members that have confirmed their promises in answer to the candidate's last question, with one bit per rank.
     */
    private int confirmed;

    private long askedNanos;

    Preparation(Ports ports, int quorum) {
        this.ports = ports;
        this.quorum = quorum;
        acks = new Ack[ports.members().size()];
    }

    /** Sends Prepare when the present state of this member, which contains {@code newBallot}, is durable. */
    void begin(long newBallot, int doubled) {
        ballot = newBallot;
        doublings = doubled;
        repeats = 0;
        from = ports.applied() + 1;
        acks = new Ack[ports.members().size()];
        heard = 0;
        refused = 0;
        left = false;
        round = 0;
        asked = 0;
        confirmed = 0;
        sentNanos = ports.nowNanos();
        ports.broadcastDurably(prepare());
    }

    private Prepare prepare() {
        return new Prepare(ballot, from, ports.incarnation(), doublings);
    }

    void left() {
        left = true;
    }

    boolean hasLeft() {
        return left;
    }

    void onTick() {
        long now = ports.nowNanos();
        if (!left) return;
        if (now - sentNanos > ports.config().retryNanos() << repeats) {
            repeats = Math.min(REPEATS_MAX, repeats + 1);
            askAgain();
        }
        if (round == 0 || now - askedNanos <= ports.config().retryNanos()) return;
        if (asked == promised()) repeatQuestion();
        else ask();
    }

    void askAgain() {
        if (!left) return;
        sentNanos = ports.nowNanos();
        for (int r = 0; r < acks.length; r++)
            if (acks[r] == null) ports.send(ports.members().id(r), prepare());
    }

    void heard(int rank) {
        heard |= 1 << rank;
    }

    /**
     * Whether fewer members than a quorum have sent messages since the preparation began, so that a higher ballot would
     * only end the ballots of other members.
     */
    boolean isDeaf() {
        return Integer.bitCount(heard) + 1 < quorum;
    }

    /**
     * Records a refusal. A single refusal must not end the ballot, because a member that follows a candidate without a
     * quorum could then end all ballots.
     *
     * @return whether the members that have not refused the candidate's ballot are still a quorum
     */
    boolean onRefused(int rank) {
        refused |= 1 << rank;
        return acks.length - Integer.bitCount(refused) >= quorum;
    }

    /** Returns true if the promise is new and is for the ballot of this preparation. */
    boolean onAck(int rank, Ack ack) {
        boolean own =
                ack.ballot() == ballot
                        && ack.from() == from
                        && ack.candidate().equals(ports.incarnation());
        if (!own || (acks[rank] != null && acks[rank].acceptor().equals(ack.acceptor())))
            return false;
        acks[rank] = ack;
        // The new promise may come from another storage than the storage that was asked for
        // confirmation, so the member's earlier confirmation no longer counts.
        asked &= ~(1 << rank);
        confirmed &= ~(1 << rank);
        if (round == 0 && isQuorum(promised())) ask();
        return true;
    }

    private int promised() {
        int promised = 0;
        for (int r = 0; r < acks.length; r++) if (acks[r] != null) promised |= 1 << r;
        return promised;
    }

    private boolean isQuorum(int those) {
        int complete = complete(those);
        int count = 0;
        for (int r = 0; r < acks.length; r++) {
            if ((complete >> r & 1) == 0) continue;
            boolean open = holds(those, acks[r].inside());
            if (open) count++;
        }
        return count >= quorum;
    }

    /**
     * The members of {@code those} whose promises are complete. The promise of a member that was started with {@code
     * bootstrap} is complete if the promises of all members that it joined are complete and in {@code those}.
     */
    private int complete(int those) {
        int complete = those;
        for (int before = 0; before != complete; ) {
            before = complete;
            for (int r = 0; r < acks.length; r++) {
                if ((complete >> r & 1) == 0) continue;
                boolean beside = (acks[r].beside() & ~complete) == 0;
                if (!beside) complete &= ~(1 << r);
            }
        }
        return complete;
    }

    /**
     * Whether at least one member of {@code those} has voted in {@code slot} or holds all its entries; true for each
     * slot before the preparation's first slot.
     */
    private boolean holds(int those, long slot) {
        if (slot < from) return true;
        for (int r = 0; r < acks.length; r++) {
            if ((those >> r & 1) == 0) continue;
            if (acks[r].durable() >= slot || hasVoted(acks[r], slot)) return true;
        }
        return false;
    }

    String impediment() {
        int promised = promised();
        int needed = 0;
        long part = 0;
        for (int r = 0; r < acks.length; r++) {
            if (acks[r] == null) continue;
            needed |= acks[r].beside();
            part = Math.max(part, acks[r].inside());
        }
        List<String> missing = new ArrayList<>();
        for (int r = 0; r < acks.length; r++)
            if (((needed & ~promised) >> r & 1) != 0)
                missing.add("member " + ports.members().id(r));
        if (!missing.isEmpty())
            return "no quorum: bootstrapped members wait for " + String.join(", ", missing);
        if (!holds(promised, part)) return "no quorum: slot " + part + " is known in part only";
        return "no leader: preparing ballot " + Ballot.toString(ballot);
    }

    /**
     * Asks all members that have promised to confirm their promises, with a new question number, because answers to two
     * different questions must not be combined.
     */
    private void ask() {
        round++;
        asked = promised();
        confirmed = 0;
        repeatQuestion();
    }

    /**
     * Sends the last question for confirmations again, with its old number, because a new question would invalidate the
     * answers in flight.
     */
    private void repeatQuestion() {
        askedNanos = ports.nowNanos();
        for (int r = 0; r < acks.length; r++) {
            if (((asked & ~confirmed) >> r & 1) == 0) continue;
            ports.send(
                    ports.members().id(r),
                    new Confirm(ballot, round, ports.incarnation(), acks[r].acceptor()));
        }
    }

    boolean onConfirmed(int rank, Confirmed m) {
        boolean own =
                m.ballot() == ballot
                        && m.round() == round
                        && m.candidate().equals(ports.incarnation());
        if (!own || (asked >> rank & 1) == 0) return false;
        confirmed |= 1 << rank;
        return isQuorum(confirmed);
    }

    /**
     * Number of members with a confirmed promise whose vote, or lack of a vote, in {@code slot} is known. A member that
     * was started with {@code bootstrap} counts only if it has a vote in the slot.
     */
    int reporters(long slot) {
        int count = 0;
        for (Ack ack : confirmedAcks()) if (ack.beside() == 0 || hasVoted(ack, slot)) count++;
        return count;
    }

    private static boolean hasVoted(Ack ack, long slot) {
        for (Vote vote : ack.votes()) if (vote.slot() == slot) return true;
        return false;
    }

    private List<Ack> confirmedAcks() {
        List<Ack> those = new ArrayList<>();
        for (int r = 0; r < acks.length; r++) if ((confirmed >> r & 1) != 0) those.add(acks[r]);
        return those;
    }

    /**
     * The first slot in which the leader proposes a value; all lower slots are decided, and the leader fetches their
     * decisions from other members.
     */
    long firstOpen() {
        // This member may have applied more slots since the preparation began.
        long first = Math.max(from, ports.applied() + 1);
        for (int r = 0; r < acks.length; r++) {
            if ((confirmed >> r & 1) == 0) continue;
            first = Math.max(first, acks[r].durable() + 1);
            ports.behind(acks[r].durable(), ports.members().id(r));
        }
        return first;
    }

    long highestVote() {
        long highest = 0;
        for (Ack ack : confirmedAcks())
            for (Vote vote : ack.votes()) highest = Math.max(highest, vote.slot());
        return highest;
    }

    List<Vote> votes(long slot) {
        List<Vote> votes = new ArrayList<>();
        for (Ack ack : confirmedAcks())
            for (Vote vote : ack.votes()) if (vote.slot() == slot) votes.add(vote);
        return votes;
    }

    /**
     * The highest slot that a confirmed promise, except that of the member with rank {@code without}, reports as
     * durable or with a vote; -1 if the remaining members are no quorum.
     */
    long highestNamed(int without) {
        int others = confirmed & ~(1 << without);
        if (!isQuorum(others)) return -1;
        long highest = from - 1;
        for (int r = 0; r < acks.length; r++) {
            if ((others >> r & 1) == 0) continue;
            highest = Math.max(highest, acks[r].durable());
            for (Vote vote : acks[r].votes()) highest = Math.max(highest, vote.slot());
        }
        return highest;
    }
}
