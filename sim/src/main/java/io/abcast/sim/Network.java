package io.abcast.sim;

import io.abcast.kernel.Message;

/**
 * Model of the links between processes: connectivity, speed and faults. Each link is FIFO while its connection lasts.
 * After a reconnect, messages that were sent before it may arrive again in any order. This behaviour was measured with
 * JGroups' UNICAST3 and UNICAST4.
 */
public final class Network {
    /** Maximum number of messages per link that may be repeated after a reconnect. */
    private static final int STALE_MAX = 16;

    /**
     * On each link, one of this many messages may be kept for the whole run. The network may repeat a kept message at
     * any time.
     */
    private static final int ARCHIVED_SHARE = 32;

    private static final int ARCHIVE_MAX = 16;

    /** Maximum time in virtual nanoseconds from a reconnect to the arrival of an old message. */
    private static final long STALE_NANOS_MAX = 300_000_000;

    /**
     * Probability that later messages overtake a message. The next field is the delay of such a message. The
     * probability and the delay apply only if old messages are repeated.
     */
    private static final double LATE_CHANCE = 0.0005;

    private static final long LATE_NANOS_MAX = 100_000_000;

    /** Maximum time in virtual nanoseconds for which messages are lost silently after a connection broke. */
    private static final long RESET_NANOS_MAX = 20_000_000;

    /** Receives messages. Processes are named by ranks. */
    public interface Receiver {
        void arrived(int from, int to, Message message);

        void lost(int from, int to, Message message);

        /**
         * Notifies the receiver that a message will arrive again. If {@code old} is true, the message may have been
         * sent long ago.
         */
        void repeated(boolean old);
    }

    /** Decides for a script which messages arrive. */
    interface Filter {
        /** Whether {@code message} arrives. Processes are named by ranks. */
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
     * Creates a network without traffic.
     *
     * @param seats number of processes; the ranks of processes are below it
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

    /**
     * Records that a process begins at this seat (rank). Messages of the previous process do not delay those of the new
     * process.
     */
    void begins(int seat) {
        cardOutFree[seat] = 0;
        for (int other = 0; other < seats; other++) {
            links[seat * seats + other].lastArrival = 0;
            links[other * seats + seat].lastArrival = 0;
        }
    }

    /**
     * Sends a message.
     *
     * @param departs time at which the sender has finished its work for the message
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

    /** Keeps a random sample of all messages since the beginning of the run. */
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

    /** Breaks a connection. Messages are lost silently for a short time, then old messages may be repeated. */
    public void reset(int from, int to) {
        Link link = links[from * seats + to];
        long until = queue.now() + random.between(0, RESET_NANOS_MAX);
        link.lossUntil = Math.max(link.lossUntil, until);
        queue.at(until, () -> reconnected(from, to));
    }

    /** Repeats some recent messages. */
    void reconnected(int from, int to) {
        if (!faults || !model.staleRepeats()) return;
        Link link = links[from * seats + to];
        int kept = Math.min(link.sent, STALE_MAX);
        for (int i = 0; i < kept; i++)
            if (random.chance(0.3)) repeat(from, to, link.recent[random.below(kept)], false);
    }

    /** Repeats messages of any age. */
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

    /** Cuts a link in one direction. Cuts are counted: each cut needs one {@link #join}. */
    public void cut(int from, int to) {
        links[from * seats + to].cuts++;
    }

    /** Removes one cut of a link in one direction. */
    public void join(int from, int to) {
        Link link = links[from * seats + to];
        if (link.cuts == 0) return;
        if (--link.cuts == 0) reconnected(from, to);
    }

    /** Whether messages pass in this direction without loss, repetition and delay. */
    boolean isSound(int from, int to) {
        Link link = links[from * seats + to];
        boolean faithful = !faults || (model.resetChance() == 0 && !model.staleRepeats());
        return link.cuts == 0 && link.lossUntil <= queue.now() && faithful;
    }

    boolean joined(int from, int to) {
        return links[from * seats + to].cuts == 0;
    }

    /** Heals all links. Old messages in flight still arrive. */
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

    /** Number of messages that processes have sent. */
    public long messages() {
        return messages;
    }

    /** Number of repeated messages. */
    public long stale() {
        return stale;
    }
}
