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
 * Omits the value from the messages that follow the first PreAccept of an instance of this member, and inserts the
 * value again at the receiver. The bytes of a value are therefore usually sent only once to each member. Values are
 * omitted on the fast path and on the slow path, even if messages are repeated on a slow network.
 *
 * <p>If a receiver of a message without its value does not have the value, the receiver reports the lack, and the next
 * message contains the value. Without a report that the value is lacking, a repeated message contains the value only
 * after the {@link ArrivalTime}; before that, the value may still be in flight. The time until the next message with
 * the value doubles with each message that contains the value.
 *
 * <p><b>Bound:</b> the table has at most as many values as this member has instances that are not dropped. Not
 * thread-safe.
 */
final class ProposedValues {
    private static final int DOUBLINGS_MAX = 5;

    /** How often and when this member has sent the value of one of its instances to each member. */
    private static final class Sent {
        /** By rank of the receiver: number of sent messages that contained the value. */
        private final int[] times;

        /** By rank of the receiver: time in ns of the last message that contained the value. */
        private final long[] lastNanos;

        private Sent(int members) {
            times = new int[members];
            lastNanos = new long[members];
        }
    }

    private final Membership members;
    private final int self;

    /** The sent values, by number of this member's instance. */
    private LongTable<Sent> sent = new LongTable<>();

    /**
     * The last message from which this member omitted the value, in its original form; {@code brief} is the form
     * without the value. The original and the short form of the message are kept because several members get the same
     * message.
     */
    private EpaxosMessage whole;

    private EpaxosMessage brief;

    ProposedValues(Membership members, int self) {
        this.members = members;
        this.self = self;
    }

    /**
     * Returns the message to send to another voter instead of {@code message}, with or without the value.
     *
     * @param isNews true if this member sends the message for the first time; false if it repeats the message because
     *     the receiver may lack something
     * @param arrivalNanos see {@link ArrivalTime}
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

    /**
     * Records that a member lacks the value of an instance of this member, so that the next message to that member
     * contains the value.
     */
    void lacks(int member, InstanceId id) {
        Sent its = id.origin() == self ? sent.get(id.number()) : null;
        if (its != null) its.times[members.rank(member)] = 0;
    }

    /** Forgets all sent values, because the ensemble has changed. */
    void clear() {
        sent = new LongTable<>();
    }

    /** Returns the number of this member's instances whose values were sent. */
    int size() {
        return sent.size();
    }

    /** Forgets the sent value of a dropped instance. */
    void forget(InstanceId id) {
        if (id.origin() == self) sent.remove(id.number());
    }

    /**
     * Returns the received message with the value of its instance inserted.
     *
     * @param value the proposed value of the message's instance; {@code null} if this member does not know the value
     * @return the message with its value; {@code null} if this member does not have the value
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
