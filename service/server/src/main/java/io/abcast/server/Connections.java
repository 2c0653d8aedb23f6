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
 * bound, any connection. The first victims are connections that never sent a hello, then connections that never sent a
 * request, and then other connections without a request in flight. Among connections of equal rank, the server evicts
 * one with about the longest silence (second-chance algorithm). The server never evicts a connection that waits for an
 * answer. If the maximum number of connections is open and all of them wait for answers, the server refuses another
 * connection. Only the event loop of the connections uses {@code Connections}.
 */
final class Connections {
    /**
     * The progress of a connection: established, greeted by a hello, or used for a request. The server evicts a
     * connection with a higher standing later than one with a lower standing.
     */
    enum Standing {
        /** Standing of a connection that is established, but has not sent a hello. */
        CONNECTED,
        /** Standing of a connection that has sent a hello, but no complete request. */
        GREETED,
        /** Standing of a connection that has sent a complete request. */
        CLIENT;

        private static final int COUNT = values().length;
    }

    /** A client connection that the server may evict. */
    interface Peer {
        /** Whether the connection waits for an answer of this server. */
        boolean waits();

        /** Number of bytes of this connection's replies that the client has not taken. */
        long untakenBytes();

        /** Closes the connection. {@code why} is the reason of the eviction, for the log. */
        void evict(String why);
    }

    /** The place of one connection in the lists of its event loop. */
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

        /** Reports that bytes have arrived on the connection of this seat. */
        void active(long nowNanos) {
            activeNanos = nowNanos;
        }

        /**
         * The time in ns of the last activity of the connection of this seat. Received bytes and replies that the
         * client takes count as activity.
         */
        private long activeNanos(long nowNanos) {
            long untaken = peer.untakenBytes();
            if (untaken != untakenBytes) activeNanos = nowNanos;
            untakenBytes = untaken;
            return activeNanos;
        }
    }

    /**
     * The connections in eviction order: by standing, and among equal standings the least recently checked connection
     * first.
     */
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

    /**
     * Maximum number of connections of one standing that one eviction checks. A checked connection moves to the end of
     * the list, so that the next eviction checks it last.
     */
    private static final int LOOKS_MAX = 128;

    private final ConnectionLimits limits;
    private final Ranks all = new Ranks();
    private final Map<Object, Ranks> byAddress = new HashMap<>();

    Connections(ConnectionLimits limits) {
        this.limits = limits;
    }

    /**
     * Adds a connection and returns its seat (record). The method returns {@code null} if the limits leave no room and
     * the server can evict no connection.
     */
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

    /**
     * Raises the standing of a connection. {@code promote} has no effect if {@code standing} is not higher than the
     * present standing of the connection.
     */
    void promote(Seat seat, Standing standing) {
        if (seat.standing.compareTo(standing) >= 0 || seat.left) return;
        Ranks ofAddress = byAddress.get(seat.address);
        all.remove(seat);
        ofAddress.remove(seat);
        seat.standing = standing;
        all.add(seat);
        ofAddress.add(seat);
    }

    /**
     * Removes a connection from the connections of the event loop. A second call of {@code leave} for one connection
     * has no effect.
     */
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

    /** Evicts connections that did not send a hello in time, and connections that were silent for too long. */
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
        // All checked connections were active since their last check. Evict any connection that
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
