package io.abcast.ordering.epaxos;

import io.abcast.kernel.Membership;
import io.abcast.ordering.epaxos.EpaxosMessage.Accept;
import io.abcast.ordering.epaxos.EpaxosMessage.AcceptProposed;
import io.abcast.ordering.epaxos.EpaxosMessage.Commit;
import io.abcast.ordering.epaxos.EpaxosMessage.CommitProposed;
import io.abcast.ordering.epaxos.EpaxosMessage.OfInstance;
import io.abcast.ordering.epaxos.EpaxosMessage.PreAccept;
import io.abcast.ordering.epaxos.EpaxosMessage.PreAcceptProposed;

/**
 * Sends the value of an instance of this member usually only once to each member, to save bytes on a slow network. The
 * messages after the first PreAccept to a member contain a fingerprint in place of the value, and the receiver inserts
 * the value again.
 *
 * <p>If a receiver lacks the value, it reports this lack, and the next message contains the value. Without a report, a
 * repeated message contains the value only after the {@link ArrivalTime}, and each repetition doubles this time.
 *
 * <p><b>Bound:</b> one table entry for each instance that this member has opened and not dropped. Not thread-safe.
 */
final class ProposedValues {
    private static final int DOUBLINGS_MAX = 5;

    private static final class Sent {
        private final int[] times;

        private final long[] lastNanos;

        private Sent(int members) {
            times = new int[members];
            lastNanos = new long[members];
        }
    }

    private final Membership members;
    private final int self;

    private LongTable<Sent> sent = new LongTable<>();

    private EpaxosMessage whole;

    private EpaxosMessage brief;

    ProposedValues(Membership members, int self) {
        this.members = members;
        this.self = self;
    }

    /**
     * @param isNews true if this member sends the message for the first time; false for a repetition
     * @param arrivalNanos time in ns for which a sent value counts as in flight, see {@link ArrivalTime}
     */
    EpaxosMessage outgoing(
            int to, EpaxosMessage message, boolean isNews, long nowNanos, long arrivalNanos) {
        if (!hasProposedValue(message)) return message;
        long number = ((OfInstance) message).id().number();
        Sent its = sent.get(number);
        if (its == null) {
            its = new Sent(members.size());
            sent.put(number, its);
        }
        int rank = members.rank(to);
        int times = its.times[rank];
        long wait = arrivalNanos << Math.min(times - 1, DOUBLINGS_MAX);
        if (times > 0 && (isNews || nowNanos - its.lastNanos[rank] < wait)) return without(message);
        its.times[rank]++;
        its.lastNanos[rank] = nowNanos;
        return message;
    }

    private boolean hasProposedValue(EpaxosMessage message) {
        if (message instanceof PreAccept) return true;
        if (message instanceof Accept m) return m.ballot() == 0;
        return message instanceof Commit m && m.id().origin() == self && !m.value().isNop();
    }

    private EpaxosMessage without(EpaxosMessage message) {
        if (message == whole) return brief;
        whole = message;
        if (message instanceof PreAccept m)
            brief = new PreAcceptProposed(m.id(), m.value().fingerprint(), m.deps());
        else if (message instanceof Accept m)
            brief = new AcceptProposed(m.id(), m.value().fingerprint(), m.deps());
        else if (message instanceof Commit m)
            brief = new CommitProposed(m.id(), m.value().fingerprint(), m.deps());
        return brief;
    }

    void lacks(int member, InstanceId id) {
        Sent its = id.origin() == self ? sent.get(id.number()) : null;
        if (its != null) its.times[members.rank(member)] = 0;
    }

    void clear() {
        sent = new LongTable<>();
    }

    int size() {
        return sent.size();
    }

    void forget(InstanceId id) {
        if (id.origin() == self) sent.remove(id.number());
    }

    /**
     * @param value the value that the instance's coordinator proposed; {@code null} if this member does not know it
     * @return the message with the value; {@code null} if the message has a fingerprint and this member lacks the value
     */
    static OfInstance incoming(OfInstance message, RequestBatch value) {
        if (message instanceof PreAcceptProposed m)
            return matches(value, m.value()) ? new PreAccept(m.id(), value, m.deps()) : null;
        if (message instanceof AcceptProposed m)
            return matches(value, m.value()) ? new Accept(m.id(), 0, value, m.deps()) : null;
        if (message instanceof CommitProposed m)
            return matches(value, m.value()) ? new Commit(m.id(), value, m.deps()) : null;
        return message;
    }

    private static boolean matches(RequestBatch value, long fingerprint) {
        return value != null && value.fingerprint() == fingerprint;
    }
}
