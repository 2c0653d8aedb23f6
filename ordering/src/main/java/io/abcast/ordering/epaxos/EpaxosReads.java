package io.abcast.ordering.epaxos;

import io.abcast.kernel.Keys;
import io.abcast.kernel.QueueVisitor;
import io.abcast.ordering.epaxos.EpaxosMessage.ReadAsk;
import io.abcast.ordering.epaxos.EpaxosMessage.ReadOk;
import java.util.TreeMap;

/**
 * Linearizable reads of EPaxos, which need no instance and no record in a journal. For a read, a member asks all voters
 * for the known instances, in any phase, that write the read's keys. When n-f voters have answered, the reading member
 * waits until it has executed the named instances and all instances up to the drop lines of the n-f voters. The reading
 * member's state then contains each write that was answered before the read began, because at least one of the n-f
 * voters has voted for each committed instance.
 */
final class EpaxosReads {
    /** Maximum number of reads that wait for answers of voters. */
    static final int WAITING_MAX = 1 << 16;

    /**
     * Maximum number of times that the interval between two questions about one read doubles. With a constant interval,
     * repeated questions about reads could overload a slow network.
     */
    private static final int DOUBLINGS_MAX = 3;

    /** A read that waits for the answers of voters. */
    private static final class Waiting {
        private final ReadAsk question;
        private Dependencies writers;

        /** Voters that have answered the question of the read, as a set of bits, one bit per rank. */
        private int answered;

        private long dueNanos;
        private int asks;

        private Waiting(ReadAsk question) {
            this.question = question;
        }
    }

    private final EpaxosHost host;
    private final EpaxosQuorums quorums;
    private final KnownValues known;
    private final Frontiers frontiers;

    /** The reads that wait for answers of voters, by number of the read. */
    private final TreeMap<Long, Waiting> waiting = new TreeMap<>();

    EpaxosReads(EpaxosHost host, EpaxosQuorums quorums, KnownValues known, Frontiers frontiers) {
        this.host = host;
        this.quorums = quorums;
        this.known = known;
        this.frontiers = frontiers;
    }

    /**
     * Begins a read.
     *
     * @param read number of the read at this member. This member must never have used the number before, not even
     *     before a restart
     * @param keys the keys that the caller reads
     * @return whether the read was accepted; false if too many reads wait
     */
    boolean begin(long read, Keys keys) {
        if (waiting.size() >= WAITING_MAX) return false;
        Waiting its = new Waiting(new ReadAsk(read, keys));
        its.writers = Dependencies.none(host.members());
        waiting.put(read, its);
        ask(its);
        return true;
    }

    private void ask(Waiting its) {
        its.dueNanos = host.nowNanos() + (host.retryNanos() << Math.min(its.asks++, DOUBLINGS_MAX));
        for (int r = 0; r < host.members().size(); r++)
            if ((its.answered >> r & 1) == 0) host.send(host.members().id(r), its.question);
    }

    /**
     * Answers a question with the known instances above the frontier that write the keys, and with the frontier. The
     * frontier in the answer covers instances that this member has dropped. The frontier in the answer also covers the
     * instances that this member retains for an unreachable voter. An unreachable voter may cause many retained
     * instances. The reading member need not wait for them, because all reachable members have executed them.
     */
    void onReadAsk(int from, ReadAsk m) {
        // A learner has forgotten instances for which it has voted, so a learner does not answer
        // questions about reads. The member sends the answer durably, because the answer may name
        // instances that no other member knows while this member's disk is slow.
        if (!host.votes()) return;
        Dependencies phi = Dependencies.upTo(host.members(), frontiers.named().numbers());
        host.sendDurably(from, new ReadOk(m.read(), known.interfering(null, m.keys(), phi)));
    }

    /**
     * Adds a voter's answer to the answers that the read has received before. After n-f answers, the read waits only
     * for the execution of the named instances.
     */
    void onReadOk(int from, ReadOk m) {
        Waiting its = waiting.get(m.read());
        if (its == null) return;
        its.answered |= 1 << host.members().rank(from);
        its.writers = its.writers.union(m.writers());
        if (Integer.bitCount(its.answered) < quorums.quorum()) return;
        waiting.remove(m.read());
        host.readAfter(m.read(), its.writers);
    }

    /** Ends a read whose caller no longer needs the result. */
    void forget(long read) {
        waiting.remove(read);
    }

    /** Repeats the questions about reads that voters have not answered in time. */
    void onTick() {
        for (Waiting its : waiting.values()) if (host.nowNanos() >= its.dueNanos) ask(its);
    }

    /** Visits the queue of waiting reads, see {@link io.abcast.ordering.log.LogNode#visitQueues}. */
    void visitQueues(QueueVisitor to) {
        to.queue("reads that wait for answers", waiting.size(), WAITING_MAX);
    }
}
