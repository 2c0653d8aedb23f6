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
 * Omits the value from the messages that follow the first PreAccept of an own instance, and inserts it again at the
 * receiver. So the bytes of a value are usually sent only once to each member. The saving applies to the fast path and
 * to the slow path, even if messages are repeated on a slow network.
 *
 * <p>If a receiver of such a message does not have the value, it reports this, and the next message contains the value.
 * Without such a report, a repeated message contains the value only after the {@link ArrivalTime}, because the value
 * may still be in flight until then. This time doubles with each message.
 *
 * <p><b>Bound:</b> the own instances that are not dropped. Not thread-safe.
 */
final class ProposedValues {
    private static final int DOUBLINGS_MAX = 5;

    /** The messages with a value that were sent. */
    private static final class Sent {
        /** By rank of the receiver: number of messages with the value. */
        private final int[] times;

        /** By rank of the receiver: time in ns of the last message with the value. */
        private final long[] lastNanos;

        private Sent(int members) {
            times = new int[members];
            lastNanos = new long[members];
        }
    }

    private final Membership members;
    private final int self;

    /** The sent values, by number of the own instance. */
    private LongTable<Sent> sent = new LongTable<>();

    /**
     * The last message from which the value was omitted: {@code whole} is the original. The message is kept because
     * several members get the same message.
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
     * @param isNews true if the message is sent for the first time, false if it is repeated because the receiver may
     *     lack something
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
     * Records that a member lacks the value of an own instance, so that the next message to the member contains the
     * value.
     */
    void lacks(int member, InstanceId id) {
        Sent its = id.origin() == self ? sent.get(id.number()) : null;
        if (its != null) its.times[members.rank(member)] = 0;
    }

    /** Forgets all instances, because the ensemble has changed. */
    void clear() {
        sent = new LongTable<>();
    }

    /** Number of own instances whose values were sent. */
    int size() {
        return sent.size();
    }

    /** Forgets a dropped instance. */
    void forget(InstanceId id) {
        if (id.origin() == self) sent.remove(id.number());
    }

    /**
     * Returns the received message with its value inserted.
     *
     * @param value the proposed value of the instance; {@code null} if it is unknown
     * @return the message; {@code null} if this member does not have the value
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
