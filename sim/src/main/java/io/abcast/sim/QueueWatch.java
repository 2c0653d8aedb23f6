package io.abcast.sim;

import io.abcast.driver.Driver;
import io.abcast.kernel.Probe;
import io.abcast.kernel.QueueVisitor;
import io.abcast.sim.check.RunHistory;

/** Reports to the checkers every queue of one process: the queues of its node, its driver and its storage. */
final class QueueWatch implements QueueVisitor {
    private final RunHistory history;
    private final SimulatedProcess life;
    private final Driver driver;
    private final Callers callers;

    QueueWatch(RunHistory history, SimulatedProcess life, Driver driver, Callers callers) {
        this.history = history;
        this.life = life;
        this.driver = driver;
        this.callers = callers;
    }

    /**
     * Called before each turn, in which the process handles a batch of events.
     *
     * @param probe {@code null} if the protocol has no probes or the node has not started
     * @param waiting number of events that wait for the next turn of the process
     */
    void look(Probe probe, int waiting) {
        if (probe != null) probe.visitQueues(this);
        driver.visitQueues(this);
        // Each unanswered request or read in the driver occupies one inbox place. All other
        // occupied places of the inbox belong to waiting events.
        int kept = driver.unanswered();
        queue("requests and reads of the driver", kept, callers.places());
        queue("places without a request", callers.places() - kept, waiting);
    }

    @Override
    public void queue(String name, long size, long bound) {
        history.queue(life.rank(), name, size, bound);
    }
}
