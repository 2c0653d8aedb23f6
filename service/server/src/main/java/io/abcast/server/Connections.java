package io.abcast.server;

import java.net.Inet6Address;
import java.net.InetAddress;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;

/**
 * The client connections of one I/O event loop. This class bounds the number of connections, and decides which
 * connection the server evicts (closes) at the bound or after a long silence.
 *
 * <p>If one IP address exceeds its bound, the server evicts a connection from that address; if the loop exceeds its own
 * bound, any connection. The first victims are connections without a hello, then connections without a request, and
 * then connections without a request in flight. Among connections of equal rank, the server evicts one with about the
 * longest silence (second-chance algorithm). The server never evicts a connection that waits for an answer. If all
 * connections wait for answers, the server refuses a new connection. Only the event loop of the connections uses {@code
 * Connections}.
 */
final class Connections {
    /** The progress of a connection; connections with lower standing are evicted first. */
    enum Standing {
        /** Established, but without a hello of the client. */
        CONNECTED,
        /** The client has sent a hello (its first message), but no complete request. */
        GREETED,
        /** The client has sent a complete request. */
        CLIENT;

        private static final int COUNT = values().length;
    }

    interface Peer {
        boolean waits();

        long untakenBytes();

        void evict(String why);
    }

    static final class Seat {
        private final Object address;
        private final Peer peer;
        private Standing standing = Standing.CONNECTED;
        private long activeNanos;
        private long lookedAtNanos;
        private long untakenBytes;
        private boolean left;

        private Seat(Object address, Peer peer, long nowNanos) {
            this.address = address;
            this.peer = peer;
            activeNanos = nowNanos;
            lookedAtNanos = nowNanos;
        }

        void active(long nowNanos) {
            activeNanos = nowNanos;
        }

        /** The time in ns of the last received byte, or of the last reply that the client has taken. */
        private long activeNanos(long nowNanos) {
            long untaken = peer.untakenBytes();
            if (untaken != untakenBytes) activeNanos = nowNanos;
            untakenBytes = untaken;
            return activeNanos;
        }
    }

    /** The connections by standing; among equal standings, the least recently checked connection is first. */
    private static final class Ranks {
        final List<LinkedHashSet<Seat>> byStanding = new ArrayList<>();
        int count;

        Ranks() {
            for (int i = 0; i < Standing.COUNT; i++) byStanding.add(new LinkedHashSet<>());
        }

        void add(Seat seat) {
            byStanding.get(seat.standing.ordinal()).add(seat);
            count++;
        }

        void remove(Seat seat) {
            if (byStanding.get(seat.standing.ordinal()).remove(seat)) count--;
        }
    }

    private static final int LOOKS_MAX = 128;

    private final ConnectionLimits limits;
    private final Ranks all = new Ranks();
    private final Map<Object, Ranks> byAddress = new HashMap<>();

    Connections(ConnectionLimits limits) {
        this.limits = limits;
    }

    Seat enter(InetAddress from, Peer peer, long nowNanos) {
        Object address = key(from);
        Ranks ofAddress = byAddress.get(address);
        if (ofAddress != null
                && ofAddress.count >= limits.perAddressMax()
                && !makeRoom(
                        ofAddress,
                        nowNanos,
                        "more than " + limits.perAddressMax() + " connections from its address"))
            return null;
        if (all.count >= limits.connectionsMax()
                && !makeRoom(
                        all, nowNanos, "more than " + limits.connectionsMax() + " connections"))
            return null;
        Seat seat = new Seat(address, peer, nowNanos);
        all.add(seat);
        byAddress.computeIfAbsent(address, a -> new Ranks()).add(seat);
        return seat;
    }

    /** Raises the standing of a connection; no effect if {@code standing} is not higher than the present standing. */
    void promote(Seat seat, Standing standing) {
        if (seat.standing.compareTo(standing) >= 0 || seat.left) return;
        Ranks ofAddress = byAddress.get(seat.address);
        all.remove(seat);
        ofAddress.remove(seat);
        seat.standing = standing;
        all.add(seat);
        ofAddress.add(seat);
    }

    void leave(Seat seat) {
        if (seat.left) return;
        seat.left = true;
        all.remove(seat);
        Ranks ofAddress = byAddress.get(seat.address);
        ofAddress.remove(seat);
        if (ofAddress.count == 0) byAddress.remove(seat.address);
    }

    boolean isEmpty() {
        return all.count == 0;
    }

    int count() {
        return all.count;
    }

    void evictSilent(long nowNanos) {
        List<Seat> silent = new ArrayList<>();
        for (LinkedHashSet<Seat> seats : all.byStanding)
            for (Seat seat : seats) if (silent(seat, nowNanos)) silent.add(seat);
        for (Seat seat : silent) {
            boolean beforeHello = seat.standing == Standing.CONNECTED;
            long most = beforeHello ? limits.helloNanosMax() : limits.idleNanosMax();
            evict(
                    seat,
                    (beforeHello ? "no hello within " : "silent for ") + most / 1_000_000 + " ms");
        }
    }

    private boolean silent(Seat seat, long nowNanos) {
        // Before a connection's complete hello, received bytes do not count as activity of the
        // connection.
        if (seat.standing == Standing.CONNECTED)
            return nowNanos - seat.lookedAtNanos > limits.helloNanosMax();
        if (nowNanos - seat.activeNanos(nowNanos) <= limits.idleNanosMax()) return false;
        if (!seat.peer.waits()) return true;
        seat.activeNanos = nowNanos;
        return false;
    }

    private boolean makeRoom(Ranks ranks, long nowNanos, String why) {
        for (LinkedHashSet<Seat> seats : ranks.byStanding) {
            for (int looks = Math.min(LOOKS_MAX, seats.size()); looks > 0; looks--) {
                Iterator<Seat> oldestFirst = seats.iterator();
                Seat oldest = oldestFirst.next();
                boolean beforeHello = oldest.standing == Standing.CONNECTED;
                boolean active = oldest.activeNanos(nowNanos) > oldest.lookedAtNanos;
                if (beforeHello || (!active && !oldest.peer.waits())) {
                    evict(oldest, why);
                    return true;
                }
                oldest.lookedAtNanos = nowNanos;
                oldestFirst.remove();
                seats.add(oldest);
            }
        }
        // All checked connections were active since their last check, so evict any connection that
        // does not wait for an answer.
        for (LinkedHashSet<Seat> seats : ranks.byStanding) {
            int looks = LOOKS_MAX;
            for (Seat seat : seats) {
                if (looks-- == 0) break;
                if (seat.peer.waits()) continue;
                evict(seat, why);
                return true;
            }
        }
        return false;
    }

    private void evict(Seat seat, String why) {
        leave(seat);
        seat.peer.evict(why);
    }

    private static Object key(InetAddress address) {
        if (!(address instanceof Inet6Address)) return address;
        return ByteBuffer.wrap(address.getAddress()).getLong();
    }
}
