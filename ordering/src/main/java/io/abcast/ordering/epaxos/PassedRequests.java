package io.abcast.ordering.epaxos;

import io.abcast.kernel.QueueVisitor;
import io.abcast.ordering.epaxos.EpaxosMessage.Bytes;
import io.abcast.ordering.epaxos.EpaxosMessage.Pass;
import java.util.List;
import java.util.TreeMap;

/**
 * The requests that callers have submitted at a learner. A learner opens no instances, so it passes its requests to a
 * voter. If a request has not taken effect after two retry intervals, the learner passes the request to another voter.
 * The time until a request is passed again doubles with each attempt, so that requests do not overload a slow network.
 *
 * <p><b>Bound:</b> a learner has at most {@code window} passed requests at a time; further requests wait in the {@link
 * RequestQueue}.
 */
final class PassedRequests {
    private static final int DOUBLINGS_MAX = 3;

    private static final class Passed {
        private final Proposal proposal;
        private long dueNanos;
        private int attempts;

        private Passed(Proposal proposal) {
            this.proposal = proposal;
        }
    }

    private final EpaxosHost host;
    private final int window;
    private final TreeMap<Long, Passed> passed = new TreeMap<>();
    private int whom;

    PassedRequests(EpaxosHost host, int window) {
        this.host = host;
        this.window = window;
        whom = host.members().rank(host.id());
    }

    boolean isFull() {
        return passed.size() >= window;
    }

    void pass(List<Proposal> batch) {
        for (Proposal each : batch) {
            Passed its = new Passed(each);
            passed.put(each.number, its);
            send(its);
        }
    }

    private void send(Passed its) {
        long wait = (2 * host.retryNanos()) << Math.min(its.attempts++, DOUBLINGS_MAX);
        its.dueNanos = host.nowNanos() + wait;
        for (int i = 0; i < host.members().size(); i++) {
            int id = host.members().id(whom);
            if (id != host.id() && host.isVoter(id) && host.isReachable(id)) break;
            whom = (whom + 1) % host.members().size();
        }
        int id = host.members().id(whom);
        if (id == host.id()) return;
        Request request = its.proposal.request;
        if (!request.isInline()) host.send(id, new Bytes(its.proposal.payload));
        host.send(id, new Pass(request));
    }

    void onTick() {
        boolean turned = false;
        for (Passed its : passed.values().toArray(new Passed[0])) {
            if (its.proposal.done) passed.remove(its.proposal.number);
            else if (host.nowNanos() >= its.dueNanos) {
                if (!turned) whom = (whom + 1) % host.members().size();
                turned = true;
                send(its);
            }
        }
    }

    /**
     * A learner whose ensemble no longer exists can become a voter of a new ensemble, whose voters do not know the
     * passed requests.
     */
    void takeBack(RequestQueue queue) {
        if (passed.isEmpty()) return;
        for (Passed its : passed.values()) queue.again(its.proposal);
        passed.clear();
    }

    void visitQueues(QueueVisitor to) {
        to.queue("requests at a voter", passed.size(), window + RequestBatch.REQUESTS_MAX);
    }
}
