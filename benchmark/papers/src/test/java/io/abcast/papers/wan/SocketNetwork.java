package io.abcast.papers.wan;

import io.abcast.dissemination.forest.node.ForestMessage.Frame;
import io.abcast.kernel.Message;
import io.abcast.sim.EventQueue;
import io.abcast.sim.Rng;
import java.util.ArrayDeque;

/**
 * Simulates TCP connections between sites, including the buffers of sockets and the queues of routers. Each site has
 * two connections to each other site: one for frames of FOREST, and one for all other messages.
 */
final class SocketNetwork implements SiteNetwork {
    interface Host {
        void received(int from, Message message);

        void transmitted(int to);
    }

    private static final long MILLI = 1_000_000;
    private static final int CHUNK_BYTES = 8 << 10;
    private static final int SOCKET_BYTES = 64 << 10;

    /** As in the lab of {@code compare-forest}. */
    private static final double QUEUE_SECONDS = 0.05;

    private static final long LATENCY_NANOS = MILLI / 5;
    private static final long CHANGE_NANOS = 500 * MILLI;
    private static final long PAUSE_EVERY_NANOS = 200 * MILLI;

    private static final long PAUSE_NANOS_MAX = 40 * MILLI;

    private record Item(Message message, int bytes) {}

    private record Chunk(Socket socket, int bytes, Item ended) {}

    private final class Socket {
        final int from;
        final int to;
        final boolean isFrames;
        final ArrayDeque<Item> outside = new ArrayDeque<>();
        final ArrayDeque<Item> inside = new ArrayDeque<>();

        int insideBytes;
        int begunBytes;
        int underWayBytes;

        double weight = 1;
        double credit;
        boolean isBlocked;

        Socket(int from, int to, boolean isFrames) {
            this.from = from;
            this.to = to;
            this.isFrames = isFrames;
        }

        void take() {
            int used = insideBytes + underWayBytes;
            if (isBlocked && used > SOCKET_BYTES / 3 * 2) return;
            isBlocked = false;
            while (!outside.isEmpty()) {
                if (isFrames && insideBytes + underWayBytes >= SOCKET_BYTES) {
                    isBlocked = true;
                    return;
                }
                Item next = outside.remove();
                inside.add(next);
                insideBytes += next.bytes;
                if (isFrames) queue.at(queue.now(), this::transmitted);
            }
        }

        private void transmitted() {
            sites[from].run(() -> hosts[from].transmitted(to));
        }

        boolean mayStart() {
            return !inside.isEmpty() && !sites[to].isDead && sites[to].downRoom();
        }

        Chunk start() {
            Item first = inside.peek();
            int bytes = Math.min(CHUNK_BYTES, first.bytes - begunBytes);
            begunBytes += bytes;
            insideBytes -= bytes;
            underWayBytes += bytes;
            boolean isEnd = begunBytes == first.bytes;
            if (isEnd) {
                inside.remove();
                begunBytes = 0;
            }
            return new Chunk(this, bytes, isEnd ? first : null);
        }

        void clear() {
            outside.clear();
            inside.clear();
            insideBytes = 0;
            begunBytes = 0;
            isBlocked = false;
        }
    }

    private final class Site {
        final Socket[] sockets;
        double up;
        double down;
        double filled = 1;
        boolean isDead;
        final ArrayDeque<Chunk> queued = new ArrayDeque<>();
        long queuedBytes;
        boolean isSending;
        long downFree;
        long pausedUntil;

        Site(int rank, int n) {
            sockets = new Socket[2 * n];
            for (int to = 0; to < n; to++) {
                sockets[2 * to] = new Socket(rank, to, false);
                sockets[2 * to + 1] = new Socket(rank, to, true);
            }
        }

        boolean downRoom() {
            return (downFree - queue.now()) / 1e9 < filled * QUEUE_SECONDS;
        }

        void run(Runnable work) {
            if (isDead) return;
            if (queue.now() >= pausedUntil) work.run();
            else queue.at(pausedUntil, () -> run(work));
        }

        void fill() {
            while (queuedBytes < filled * QUEUE_SECONDS * up) {
                Socket next = null;
                double total = 0;
                for (Socket each : sockets) {
                    if (!each.mayStart()) continue;
                    total += each.weight;
                    each.credit += each.weight;
                    if (next == null || each.credit > next.credit) next = each;
                }
                if (next == null) break;
                next.credit -= total;
                Chunk chunk = next.start();
                queued.add(chunk);
                queuedBytes += chunk.bytes;
            }
            if (!isSending && !queued.isEmpty()) send();
        }

        private void send() {
            Chunk chunk = queued.remove();
            isSending = true;
            queue.at(queue.now() + (long) (chunk.bytes * 1e9 / up), () -> sent(chunk));
        }

        private void sent(Chunk chunk) {
            isSending = false;
            if (isDead) return;
            queuedBytes -= chunk.bytes;
            Socket socket = chunk.socket;
            socket.underWayBytes -= chunk.bytes;
            queue.at(queue.now() + LATENCY_NANOS, () -> sites[socket.to].arrive(chunk));
            socket.take();
            fill();
        }

        private void arrive(Chunk chunk) {
            if (isDead) return;
            downFree = Math.max(downFree, queue.now()) + (long) (chunk.bytes * 1e9 / down);
            queue.at(downFree, () -> received(chunk));
        }

        private void received(Chunk chunk) {
            if (isDead) return;
            int from = chunk.socket.from;
            Item ended = chunk.ended;
            if (ended != null) run(() -> hosts[chunk.socket.to].received(from, ended.message));
            for (Site site : sites) if (!site.isDead) site.fill();
        }
    }

    private final EventQueue queue;
    private final Rng random;
    private final Host[] hosts;
    private final Site[] sites;

    SocketNetwork(EventQueue queue, int n, double rate, Rng random) {
        this.queue = queue;
        this.random = random;
        hosts = new Host[n];
        sites = new Site[n];
        for (int rank = 0; rank < n; rank++) {
            sites[rank] = new Site(rank, n);
            sites[rank].up = rate;
            sites[rank].down = rate;
            pause(sites[rank]);
        }
        change();
    }

    void connect(int rank, Host host) {
        hosts[rank] = host;
    }

    double uplink(int rank) {
        return sites[rank].up;
    }

    void kill(int rank) {
        sites[rank].isDead = true;
    }

    boolean isDead(int rank) {
        return sites[rank].isDead;
    }

    void close(int to) {
        for (Site site : sites)
            for (Socket socket : site.sockets) if (socket.to == to) socket.clear();
    }

    void run(int rank, Runnable work) {
        sites[rank].run(work);
    }

    private void change() {
        for (Site site : sites) {
            site.filled = 0.4 + 0.6 * random.unit();
            for (Socket socket : site.sockets) socket.weight = 0.3 + 0.7 * random.unit();
        }
        queue.at(queue.now() + CHANGE_NANOS, this::change);
    }

    private void pause(Site site) {
        queue.at(
                queue.now() + random.exponential(PAUSE_EVERY_NANOS),
                () -> {
                    site.pausedUntil = queue.now() + random.between(0, PAUSE_NANOS_MAX);
                    pause(site);
                });
    }

    @Override
    public void send(
            int from, int to, Message body, int bytes, int payloadBytes, boolean isUrgent) {
        if (sites[from].isDead) return;
        Socket socket = sites[from].sockets[2 * to + (body instanceof Frame ? 1 : 0)];
        socket.outside.add(new Item(body, bytes));
        socket.take();
        sites[from].fill();
    }

    @Override
    public long waitingBytes(int from, int to) {
        return 0;
    }
}
