package io.abcast.ordering.camu;

import io.abcast.ordering.camu.CamuMessage.Outcome;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;

/**
 * The answers that a leader sends to the submitters in other replicas. Under strict consistency an answer waits until
 * its place in the order is settled. Volatile state of a leader.
 */
final class LeaderAnswers {
    /** Maximum number of waiting answers. Beyond it an answer is dropped; its submitter asks again. */
    private static final int WAITING_MAX = 1 << 16;

    /** An answer and its receiver. */
    private record Answer(int group, int server, Outcome outcome) {}

    private final int group;
    private final Submissions own;
    private final ReplicaMail mail;

    /** {@code null} without strict consistency. */
    private final StrictGate gate;

    private final TreeMap<Long, List<Answer>> waiting = new TreeMap<>();
    private int count;

    LeaderAnswers(int group, Submissions own, ReplicaMail mail, StrictGate gate) {
        this.group = group;
        this.own = own;
        this.mail = mail;
        this.gate = gate;
    }

    /** Answers the submitter of a transaction, of which the session is known. */
    void answer(CamuTxn txn, SessionLane.Outcome outcome) {
        long session = txn.id().session();
        answer(SessionTable.group(session), SessionTable.server(session), txn, outcome);
    }

    /** Sends the result to a replica, at once or when its place is settled. */
    void answer(int toGroup, int toServer, CamuTxn txn, SessionLane.Outcome outcome) {
        Answer answer =
                new Answer(
                        toGroup, toServer, new Outcome(txn.id(), outcome.at(), outcome.result()));
        if (gate == null || !isGatekeeper(txn) || outcome.seq() <= gate.open()) {
            send(answer);
        } else if (count < WAITING_MAX) {
            count++;
            waiting.computeIfAbsent(outcome.seq(), seq -> new ArrayList<>()).add(answer);
        }
    }

    /** The gate of one destination is enough, because the submitter waits for the answers of all. */
    private boolean isGatekeeper(CamuTxn txn) {
        return group == (txn.isFor(txn.origin()) ? txn.origin() : txn.groups()[0]);
    }

    private void send(Answer answer) {
        Outcome outcome = answer.outcome;
        if (!mail.isOwn(answer.group, answer.server))
            mail.outcome(answer.group, answer.server, outcome);
        else if (outcome.id().session() == own.session())
            own.onOutcome(group, outcome.id(), outcome.at(), outcome.result());
    }

    /** Sends the answers whose places are settled. */
    void flush() {
        if (gate == null) return;
        while (!waiting.isEmpty() && waiting.firstKey() <= gate.open())
            for (Answer answer : waiting.pollFirstEntry().getValue()) {
                count--;
                send(answer);
            }
    }
}
