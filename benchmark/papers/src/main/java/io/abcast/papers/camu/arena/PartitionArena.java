package io.abcast.papers.camu.arena;

import io.abcast.sim.EventQueue;

/**
 * Runs the machines of all partitions in virtual time. The machine of a partition has one thread, and each sent and
 * each received message occupies this thread for the same time. Links between partitions lose no message, keep the
 * order of each sender, and have unlimited rates.
 */
public final class PartitionArena {
    final class Host implements PartitionContext {
        final int partition;
        private final SiteLink[] links;

        PartitionMachine machine;
        boolean isStopped;
        private boolean isLate;

        /**
         * Virtual time in ns until which the partition's thread is busy; during an event, the present time of the
         * thread.
         */
        long free;

        Host(int partition) {
            this.partition = partition;
            links = new SiteLink[delays.sites().size()];
        }

        void receive(int from, Object message) {
            if (isStopped) return;
            isLate = free > queue.now();
            free = Math.max(free, queue.now()) + messageNanos;
            machine.onMessage(from, message);
        }

        void expire(int kind) {
            if (isStopped) return;
            free = Math.max(free, queue.now());
            machine.onTimer(kind);
        }

        void start() {
            free = Math.max(free, queue.now());
            machine.onStart();
        }

        @Override
        public long now() {
            return free;
        }

        @Override
        public boolean isLate() {
            return isLate;
        }

        @Override
        public void send(int to, Object message) {
            free += messageNanos;
            messages++;
            int site = delays.siteOf()[to];
            if (links[site] == null) links[site] = new SiteLink(queue, hosts, partition);
            links[site].send(free + delays.nanos(partition, to), to, message);
        }

        @Override
        public void timer(int kind, long atNanos) {
            queue.at(Math.max(atNanos, free), () -> expire(kind));
        }

        @Override
        public PartitionOperation take() {
            PartitionOperation next = source.next(partition, free);
            if (next != null) meter.taken(next, free);
            return next;
        }

        @Override
        public void deliver(PartitionOperation operation) {
            meter.delivered(partition, operation, free);
            observer.delivered(partition, operation, free);
        }
    }

    /** Observes every delivery of every partition. */
    public interface Observer {
        void delivered(int partition, PartitionOperation operation, long now);
    }

    private final EventQueue queue = new EventQueue();
    private final SiteDelays delays;
    private final long messageNanos;
    private final OperationSource source;
    private final OperationMeter meter;
    private final Host[] hosts;
    private Observer observer = (partition, operation, now) -> {};
    private long messages;

    /**
     * Creates the machines of all partitions.
     *
     * @param messageNanos time in ns for which each sent and each received message occupies the thread of a partition
     */
    public PartitionArena(
            SiteDelays delays,
            long messageNanos,
            OperationSource source,
            OperationMeter meter,
            MachineFactory factory) {
        this.delays = delays;
        this.messageNanos = messageNanos;
        this.source = source;
        this.meter = meter;
        hosts = new Host[delays.partitions()];
        for (int i = 0; i < hosts.length; i++) hosts[i] = new Host(i);
        for (Host host : hosts) host.machine = factory.create(host.partition, host);
    }

    public void observe(Observer each) {
        observer = each;
    }

    /** Schedules the start of a partition. */
    public void start(int partition, long atNanos) {
        queue.at(atNanos, hosts[partition]::start);
    }

    /** Schedules an action of a test or of an evaluation at the given virtual time. */
    public void at(long nanos, Runnable action) {
        queue.at(nanos, action);
    }

    /** Stops a partition: the partition handles no further event. */
    public void stop(int partition) {
        hosts[partition].isStopped = true;
    }

    /** Keeps the thread of a partition busy until the given virtual time. */
    public void pause(int partition, long untilNanos) {
        hosts[partition].free = Math.max(hosts[partition].free, untilNanos);
    }

    /** Number of all messages that partitions have sent. */
    public long messages() {
        return messages;
    }

    /** Runs all events until the given virtual time. */
    public void runUntil(long nanos) {
        while (!queue.isEmpty() && queue.nextTime() <= nanos) queue.runNext();
    }

    /**
     * Runs events until the load has ended and every operation is finished.
     *
     * @param loadNanos virtual time in ns at which the clients stop to submit operations.
     * @param limitNanos virtual time in ns at which this method stops to wait for unfinished operations
     * @return whether every destination has delivered every operation
     */
    public boolean runToEnd(long loadNanos, long limitNanos) {
        runUntil(loadNanos);
        while (meter.unfinished() > 0 && !queue.isEmpty() && queue.nextTime() <= limitNanos)
            queue.runNext();
        return meter.unfinished() == 0;
    }
}
