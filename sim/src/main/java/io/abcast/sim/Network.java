package io.abcast.sim;

import io.abcast.kernel.Message;

/**
 * Simulates the links between processes: connectivity, speed and faults. A link is FIFO until its connection breaks.
 * After a reconnect, messages that were sent before may arrive again in any order; measurements of JGroups' UNICAST3
 * and UNICAST4 showed such repetitions.
 */
public final class Network {
    private static final int STALE_MAX = 16;

    /**
     * Each link keeps one of {@code ARCHIVED_SHARE} messages for the whole run, so that the network can repeat it
     * later.
     */
    private static final int ARCHIVED_SHARE = 32;

    private static final int ARCHIVE_MAX = 16;

    private static final long STALE_NANOS_MAX = 300_000_000;

    /** Probability that a message is delayed by up to {@code LATE_NANOS_MAX} ns, so that later messages overtake it. */
    private static final double LATE_CHANCE = 0.0005;

    private static final long LATE_NANOS_MAX = 100_000_000;

    private static final long RESET_NANOS_MAX = 20_000_000;

    /** Receives the messages that arrive at processes. The methods of a receiver name a process by its rank. */
    public interface Receiver {
        void arrived(int from, int to, Message message);

        void lost(int from, int to, Message message);

        /** Notifies the receiver that the network will deliver a message again. */
        void repeated(boolean old);
    }

    interface Filter {
        /** {@code from} and {@code to} are ranks of processes. */
        boolean passes(int from, int to, Message message);
    }

    private static final class Link {
        int cuts;
        long lastArrival;
        long lossUntil;
        final Message[] recent = new Message[STALE_MAX];
        int sent;
        final Message[] archive = new Message[ARCHIVE_MAX];
        int archived;
    }

    private final NetworkModel model;
    private final Rng random;
    private final EventQueue queue;
    private final Receiver receiver;
    private final int seats;
    private final Link[] links;
    private final long[] cardOutFree;
    private final long[] cardInFree;
    private Filter filter = (from, to, message) -> true;
    private boolean faults = true;
    private long stale;
    private long messages;

    /**
     * Creates a network that has no messages in flight.
     *
     * @param seats number of processes that the network connects; the rank of each process is smaller than this number
     */
    public Network(NetworkModel model, int seats, Rng random, EventQueue queue, Receiver receiver) {
        this.model = model;
        this.random = random;
        this.queue = queue;
        this.receiver = receiver;
        this.seats = seats;
        links = new Link[seats * seats];
        for (int i = 0; i < links.length; i++) links[i] = new Link();
        cardOutFree = new long[seats];
        cardInFree = new long[seats];
    }

    void filter(Filter passes) {
        filter = passes;
    }

    /** Messages of the rank's previous process do not delay messages of the new process. */
    void begins(int seat) {
        cardOutFree[seat] = 0;
        for (int other = 0; other < seats; other++) {
            links[seat * seats + other].lastArrival = 0;
            links[other * seats + seat].lastArrival = 0;
        }
    }

    /**
     * Sends a message from one process to another process.
     *
     * @param departs virtual time in ns at which the sender has finished its work for the message
     */
    public void send(int from, int to, Message message, long departs) {
        messages++;
        Link link = links[from * seats + to];
        link.recent[link.sent++ % STALE_MAX] = message;
        if (link.sent % ARCHIVED_SHARE == 1) archive(link, message);
        if (faults && model.resetChance() > 0 && random.chance(model.resetChance()))
            reset(from, to);
        if (link.cuts > 0 || departs < link.lossUntil || !filter.passes(from, to, message)) {
            receiver.lost(from, to, message);
            return;
        }
        int bytes = message.wireBytes();
        long sentAt = serialise(cardOutFree, from, departs, bytes);
        long latency = model.latencyNanosMin() + random.exponential(model.latencyNanosMean());
        long arrives = Math.max(sentAt + latency, link.lastArrival);
        if (faults && model.staleRepeats() && random.chance(LATE_CHANCE)) {
            arrives += random.between(0, LATE_NANOS_MAX);
        } else {
            link.lastArrival = arrives;
        }
        queue.at(arrives, () -> received(from, to, message, bytes));
    }

    private void archive(Link link, Message message) {
        int at = link.archived < ARCHIVE_MAX ? link.archived : random.below(link.archived + 1);
        link.archived++;
        if (at < ARCHIVE_MAX) link.archive[at] = message;
    }

    private void received(int from, int to, Message message, int bytes) {
        if (links[from * seats + to].cuts > 0) {
            receiver.lost(from, to, message);
            return;
        }
        if (model.bytesPerSecond() == 0) {
            receiver.arrived(from, to, message);
            return;
        }
        long at = serialise(cardInFree, to, queue.now(), bytes);
        queue.at(at, () -> receiver.arrived(from, to, message));
    }

    private long serialise(long[] freeAt, int rank, long earliest, int bytes) {
        if (model.bytesPerSecond() == 0) return earliest;
        long done =
                Math.max(earliest, freeAt[rank]) + bytes * 1_000_000_000L / model.bytesPerSecond();
        freeAt[rank] = done;
        return done;
    }

    /**
     * Breaks the connection from one process to another process. Messages are lost silently for a short time; old
     * messages may arrive again after the reconnect.
     */
    public void reset(int from, int to) {
        Link link = links[from * seats + to];
        long until = queue.now() + random.between(0, RESET_NANOS_MAX);
        link.lossUntil = Math.max(link.lossUntil, until);
        queue.at(until, () -> reconnected(from, to));
    }

    void reconnected(int from, int to) {
        if (!faults || !model.staleRepeats()) return;
        Link link = links[from * seats + to];
        int kept = Math.min(link.sent, STALE_MAX);
        for (int i = 0; i < kept; i++)
            if (random.chance(0.3)) repeat(from, to, link.recent[random.below(kept)], false);
    }

    /** Repeats {@code count} messages of any age on the link between two processes. */
    public void repeatOld(int from, int to, int count) {
        Link link = links[from * seats + to];
        int kept = Math.min(link.archived, ARCHIVE_MAX);
        for (int i = 0; i < count && kept > 0; i++)
            repeat(from, to, link.archive[random.below(kept)], true);
    }

    private void repeat(int from, int to, Message message, boolean old) {
        stale++;
        receiver.repeated(old);
        queue.at(
                queue.now() + random.between(0, STALE_NANOS_MAX),
                () -> received(from, to, message, 0));
    }

    /**
     * Cuts the link from one process to another process, but not the opposite direction. A link may be cut several
     * times: it works again after as many calls of {@link #join}.
     */
    public void cut(int from, int to) {
        links[from * seats + to].cuts++;
    }

    /** Removes one cut of the link from one process to another process. */
    public void join(int from, int to) {
        Link link = links[from * seats + to];
        if (link.cuts == 0) return;
        if (--link.cuts == 0) reconnected(from, to);
    }

    boolean isSound(int from, int to) {
        Link link = links[from * seats + to];
        boolean faithful = !faults || (model.resetChance() == 0 && !model.staleRepeats());
        return link.cuts == 0 && link.lossUntil <= queue.now() && faithful;
    }

    boolean joined(int from, int to) {
        return links[from * seats + to].cuts == 0;
    }

    /** Heals all links between processes. Repeated old messages that are already in flight still arrive. */
    public void heal() {
        for (int from = 0; from < seats; from++) {
            for (int to = 0; to < seats; to++) {
                Link link = links[from * seats + to];
                link.lossUntil = 0;
                if (link.cuts == 0) continue;
                link.cuts = 0;
                reconnected(from, to);
            }
        }
        faults = false;
    }

    /** Number of messages that processes have sent in this run. */
    public long messages() {
        return messages;
    }

    /** Number of messages that the network has repeated in this run. */
    public long stale() {
        return stale;
    }
}
