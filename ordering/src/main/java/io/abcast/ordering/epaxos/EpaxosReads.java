package io.abcast.ordering.epaxos;

import io.abcast.kernel.Keys;
import io.abcast.kernel.QueueVisitor;
import io.abcast.ordering.epaxos.EpaxosMessage.ReadAsk;
import io.abcast.ordering.epaxos.EpaxosMessage.ReadOk;
import java.util.TreeMap;

/**
 * Linearizable reads of EPaxos, without an instance and without a journal record. A reading member asks all voters for
 * the instances, decided or not, that write the keys of the read. When n-f of the n voters have answered, the member
 * executes the named instances, and all instances up to the frontiers in the answers. After these executions, the read
 * sees each write that was answered before the read began: among any n-f voters, one has voted for each committed
 * instance.
 */
final class EpaxosReads {
    /** Maximum number of reads at this member that wait for answers of voters; further reads are refused. */
    static final int WAITING_MAX = 1 << 16;

    /**
     * Maximum number of times that the interval between repetitions of a read's question doubles. Repetitions at a
     * constant interval could overload a slow network.
     */
    private static final int DOUBLINGS_MAX = 3;

    private static final class Waiting {
        private final ReadAsk question;
        private Dependencies writers;

        /** Voters that have answered this read's question, as a bit set with one bit per rank. */
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

    private final TreeMap<Long, Waiting> waiting = new TreeMap<>();

    EpaxosReads(EpaxosHost host, EpaxosQuorums quorums, KnownValues known, Frontiers frontiers) {
        this.host = host;
        this.quorums = quorums;
        this.known = known;
        this.frontiers = frontiers;
    }

    /**
     * @param read number of the read; never used before by this member, not even before a restart
     * @return true if the read has begun; false if too many reads wait
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

    void onReadAsk(int from, ReadAsk m) {
        // A learner does not answer the questions of reads, because it has lost the instances for
        // which it voted. A voter answers only when its journal is durable, because the answer may
        // name instances that no other member knows yet.
        if (!host.votes()) return;
        Dependencies phi = Dependencies.upTo(host.members(), frontiers.named().numbers());
        host.sendDurably(from, new ReadOk(m.read(), known.interfering(null, m.keys(), phi)));
    }

    void onReadOk(int from, ReadOk m) {
        Waiting its = waiting.get(m.read());
        if (its == null) return;
        its.answered |= 1 << host.members().rank(from);
        its.writers = its.writers.union(m.writers());
        if (Integer.bitCount(its.answered) < quorums.quorum()) return;
        waiting.remove(m.read());
        host.readAfter(m.read(), its.writers);
    }

    void forget(long read) {
        waiting.remove(read);
    }

    void onTick() {
        for (Waiting its : waiting.values()) if (host.nowNanos() >= its.dueNanos) ask(its);
    }

    void visitQueues(QueueVisitor to) {
        to.queue("reads that wait for answers", waiting.size(), WAITING_MAX);
    }
}
