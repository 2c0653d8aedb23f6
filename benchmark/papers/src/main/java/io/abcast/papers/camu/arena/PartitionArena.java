package io.abcast.papers.camu.arena;

import io.abcast.sim.EventQueue;

/**
 * Runs the machines of all partitions in virtual time. Each machine has one thread, and each sent and each received
 * message occupies the thread of its partition for the same time. Links lose nothing, keep the order of each sender,
 * and have unlimited rates.
 */
public final class PartitionArena {
    /** The thread of a partition. The thread handles messages and timers in the order of their arrival. */
    final class Host implements PartitionContext {
        final int partition;

        /** For each site: the messages to its partitions. */
        private final SiteLink[] links;

        PartitionMachine machine;
        boolean isStopped;
        private boolean isLate;

        /** Time in ns until which the thread is busy; during an event, the time at which the thread is. */
        long free;

        Host(int partition) {
            this.partition = partition;
            links = new SiteLink[delays.sites().size()];
        }

        /**
         * Handles a message when its last bit arrives. The thread may reach the message only later: effects carry the
         * time of the thread, which is not before the present. So a message needs one event only.
         */
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

    /** Receives every delivery. */
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
     * Creates the partitions.
     *
     * @param messageNanos time in ns for which each sent and each received message occupies a thread
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

    /** Schedules an action of a test or of an evaluation. */
    public void at(long nanos, Runnable action) {
        queue.at(nanos, action);
    }

    /** Stops a partition: the partition handles no further event. */
    public void stop(int partition) {
        hosts[partition].isStopped = true;
    }

    /** Occupies the thread of a partition until the given time. */
    public void pause(int partition, long untilNanos) {
        hosts[partition].free = Math.max(hosts[partition].free, untilNanos);
    }

    /** Number of all sent messages. */
    public long messages() {
        return messages;
    }

    /** Runs until the given time. */
    public void runUntil(long nanos) {
        while (!queue.isEmpty() && queue.nextTime() <= nanos) queue.runNext();
    }

    /**
     * Runs until the load has ended and every operation is finished.
     *
     * @param loadNanos time at which the load ends
     * @param limitNanos time at which this method gives up
     * @return whether every operation is finished
     */
    public boolean runToEnd(long loadNanos, long limitNanos) {
        runUntil(loadNanos);
        while (meter.unfinished() > 0 && !queue.isEmpty() && queue.nextTime() <= limitNanos)
            queue.runNext();
        return meter.unfinished() == 0;
    }
}
