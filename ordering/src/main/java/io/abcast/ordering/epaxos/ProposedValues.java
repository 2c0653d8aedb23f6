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
 * Leaves the value out of the messages that follow the first PreAccept of an own instance, and puts it in again at the
 * receiver. So the bytes of a value travel once to each member, however the instance is committed and however often its
 * messages are repeated on a slow network.
 *
 * <p>A receiver of a message without its value that lacks the value says so, and the next message has it. Without such an
 * answer a repeated message has the value after {@link ArrivalTime}, since the value may still be on its way.
 * That time doubles with each message.
 *
 * <p><b>Bound:</b> the own instances that are not dropped. Not thread-safe.
 */
final class ProposedValues {
    private static final int DOUBLINGS_MAX = 5;

    /** The messages with a value that were sent. */
    private static final class Sent {
        /** By rank of the receiver: number of these messages. */
        private final int[] times;

        /** By rank of the receiver: time of the last one. */
        private final long[] lastNanos;

        private Sent(int members) {
            times = new int[members];
            lastNanos = new long[members];
        }
    }

    private final Membership members;
    private final int self;

    /** By number of the own instance. */
    private LongTable<Sent> sent = new LongTable<>();

    /** The last message without its value, and the same with it: many members get the same message. */
    private EpaxosMessage whole;

    private EpaxosMessage brief;

    ProposedValues(Membership members, int self) {
        this.members = members;
        this.self = self;
    }

    /**
     * The message that is sent to another voter in place of a message.
     *
     * @param isNews whether the message is sent for the first time, and not because the receiver may lack something
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

    /** A member lacks the value of an own instance: the next message to it has the value. */
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
     * The message with its value.
     *
     * @param value the proposed value of the instance; {@code null} if it is unknown
     * @return {@code null} if the value of the message is not here
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
