package io.abcast.ordering.paxos;

import io.abcast.ordering.log.Ports;
import io.abcast.ordering.paxos.PaxosMessage.Ack;
import io.abcast.ordering.paxos.PaxosMessage.Confirm;
import io.abcast.ordering.paxos.PaxosMessage.Confirmed;
import io.abcast.ordering.paxos.PaxosMessage.Prepare;
import java.util.ArrayList;
import java.util.List;

/**
 * The preparation phase of a ballot, for a first slot and all slots after it. This class collects the promises, the
 * votes in the promises, and the confirmations of the promises.
 *
 * <p>Promises are confirmed: when a quorum has promised, the candidate asks these members once more. A member confirms
 * if it still has the storage that holds the promise. So at the moment when the question was sent, all members that
 * confirm remembered their promises. Only the votes and durable slots of these members count. Without the question, the
 * promise of a member that has lost its storage since would count (Michael et al. 2017).
 *
 * <p>A bootstrapped member has forgotten votes, and only the votes of the members that it joined remain. The promise of
 * a bootstrapped member counts only together with the promises of these members. A member that holds a part of a slot
 * counts only together with a member that has voted in the slot or holds the whole slot.
 */
final class Preparation {
    /** Number of repetitions of Prepare after which the interval between repetitions stays constant. */
    private static final int REPEATS_MAX = 10;

    private final Ports ports;
    private final int quorum;
    private long ballot;
    private long from;
    private int doublings;

    /** By rank: the promise of the member; {@code null} before it has arrived. */
    private Ack[] acks;

    /** The other members that have sent any message since the preparation began, with one bit per rank. */
    private int heard;

    /** The members that have refused the ballot, with one bit per rank. */
    private int refused;

    private long sentNanos;

    /** Number of repetitions of Prepare. */
    private int repeats;

    /** Whether the first Prepare message has been sent. */
    private boolean left;

    /** Number of the last question for confirmations; 0 before the first question. */
    private int round;

    /** The members to which the last question was sent, with one bit per rank. */
    private int asked;

    /** The members that have confirmed their promises in answer to the last question, with one bit per rank. */
    private int confirmed;

    private long askedNanos;

    /**
     * Creates an object that prepares no ballot yet.
     *
     * @param quorum size of a classic quorum
     */
    Preparation(Ports ports, int quorum) {
        this.ports = ports;
        this.quorum = quorum;
        acks = new Ack[ports.members().size()];
    }

    /** Sends Prepare once the present state, which contains the new ballot, is durable. */
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

    /** Repeats unanswered messages. Answers may be large, so the interval between repetitions grows. */
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

    /** Repeats Prepare to members that have not answered. */
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
     * Whether this candidate has received messages from fewer members than a quorum. If so, a higher ballot would not
     * help, and would end the ballots of other members.
     */
    boolean isDeaf() {
        return Integer.bitCount(heard) + 1 < quorum;
    }

    /**
     * Records that a member has refused the ballot. A single refusal must not end the ballot. Otherwise, a member that
     * promises each ballot of a candidate which cannot lead would end the ballots of all other candidates.
     *
     * @return whether the members that have not refused are still a quorum
     */
    boolean onRefused(int rank) {
        refused |= 1 << rank;
        return acks.length - Integer.bitCount(refused) >= quorum;
    }

    /** Records a promise. Returns whether the promise is new and belongs to this preparation. */
    boolean onAck(int rank, Ack ack) {
        boolean own =
                ack.ballot() == ballot
                        && ack.from() == from
                        && ack.candidate().equals(ports.incarnation());
        if (!own || (acks[rank] != null && acks[rank].acceptor().equals(ack.acceptor())))
            return false;
        acks[rank] = ack;
        // The last question was sent to an earlier storage of that member.
        asked &= ~(1 << rank);
        confirmed &= ~(1 << rank);
        if (round == 0 && isQuorum(promised())) ask();
        return true;
    }

    /** The members that have promised, with one bit per rank. */
    private int promised() {
        int promised = 0;
        for (int r = 0; r < acks.length; r++) if (acks[r] != null) promised |= 1 << r;
        return promised;
    }

    /**
     * Whether the members of the set {@code those} whose promises count are a quorum. All members of the set must have
     * promised.
     */
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
     * The members of the set {@code those} whose promises are complete. The promise of a member is complete if the
     * member has all its votes, or if the set contains all members that it joined by bootstrap. If one of these joined
     * members is bootstrapped too, the set must also contain the members that the joined member has joined.
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
     * Whether one of the members {@code those} has voted in {@code slot}, or holds all entries of the slot. The answer
     * is true for slots before the first slot of the preparation.
     */
    private boolean holds(int those, long slot) {
        if (slot < from) return true;
        for (int r = 0; r < acks.length; r++) {
            if ((those >> r & 1) == 0) continue;
            if (acks[r].durable() >= slot || hasVoted(acks[r], slot)) return true;
        }
        return false;
    }

    /** The reason why this candidate does not lead yet. */
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
     * Sends a new question to all members that have promised. Answers to different questions show states at different
     * times, so they must not be combined.
     */
    private void ask() {
        round++;
        asked = promised();
        confirmed = 0;
        repeatQuestion();
    }

    /**
     * Repeats the same question. A member that answers a repetition has not lost its storage since the question was
     * first sent, so the question need not be new. A new question would invalidate the answers in flight. If the round
     * trip were longer than the retry interval, no answer would ever count.
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

    /**
     * Handles a confirmation.
     *
     * @return whether a quorum has confirmed its promises
     */
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
     * Number of members with a confirmed promise whose newest vote in {@code slot}, or lack of a vote, is known. A
     * bootstrapped member counts only if it has a vote: it has forgotten votes, but these are in lower ballots than its
     * present votes.
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
     * The first slot in which the leader proposes. Lower slots are decided. Since members may have dropped their votes
     * in the lower slots, the leader fetches the decisions of these slots.
     */
    long firstOpen() {
        // This member may have applied further slots since the preparation began.
        long first = Math.max(from, ports.applied() + 1);
        for (int r = 0; r < acks.length; r++) {
            if ((confirmed >> r & 1) == 0) continue;
            first = Math.max(first, acks[r].durable() + 1);
            ports.behind(acks[r].durable(), ports.members().id(r));
        }
        return first;
    }

    /** The last slot in which a member with a confirmed promise has accepted a value; 0 if there is no such slot. */
    long highestVote() {
        long highest = 0;
        for (Ack ack : confirmedAcks())
            for (Vote vote : ack.votes()) highest = Math.max(highest, vote.slot());
        return highest;
    }

    /** The votes in {@code slot}. */
    List<Vote> votes(long slot) {
        List<Vote> votes = new ArrayList<>();
        for (Ack ack : confirmedAcks())
            for (Vote vote : ack.votes()) if (vote.slot() == slot) votes.add(vote);
        return votes;
    }

    /**
     * The highest slot that the confirmed promises name as durable or by a vote. The promise of the member {@code
     * without} does not count. The result is -1 if no quorum of the other members has confirmed. Slots before the first
     * slot of the preparation are durable or applied at this member.
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
