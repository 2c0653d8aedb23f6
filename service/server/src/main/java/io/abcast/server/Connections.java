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
 * The connections of one I/O event loop: how many there may be, and who goes when one more comes or when nothing is heard.
 *
 * <p>At the bound of an address one of that address goes, at the bound in all anybody: first who never said hello, then
 * who never asked anything, then who asks nothing now; of equals the one that has been silent for longest, roughly (each is
 * passed over once for what it did since it was looked at last). Who waits for an answer of this server never goes; if
 * there is nobody else, the new one does. Used on that loop only.
 */
final class Connections {
    /** How far a connection has come; who is further goes later. */
    enum Standing {
        /** Connected. */
        STRANGER,
        /** Said hello. */
        GREETED,
        /** Sent a whole request. */
        CLIENT;

        private static final int COUNT = values().length;
    }

    /** What is asked of a connection. */
    interface Peer {
        /** Whether it waits for this server, and not this server for it. */
        boolean waits();

        /** Bytes of replies that it has not taken. */
        long untakenBytes();

        /** Closes it. */
        void evict(String why);
    }

    /** The place of a connection. */
    static final class Seat {
        private final Object address;
        private final Peer peer;
        private Standing standing = Standing.STRANGER;
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

        /** Something arrived. */
        void active(long nowNanos) {
            activeNanos = nowNanos;
        }

        /** Notes what is taken of the replies: that is activity too. */
        private long activeNanos(long nowNanos) {
            long untaken = peer.untakenBytes();
            if (untaken != untakenBytes) activeNanos = nowNanos;
            untakenBytes = untaken;
            return activeNanos;
        }
    }

    /** Seats by standing, those looked at longest ago first. */
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

    /** How many of a standing are looked at to make room for one; the next one that comes looks at others. */
    private static final int LOOKS_MAX = 128;

    private final ConnectionLimits limits;
    private final Ranks all = new Ranks();
    private final Map<Object, Ranks> byAddress = new HashMap<>();

    Connections(ConnectionLimits limits) {
        this.limits = limits;
    }

    /** Takes a seat; {@code null}: there is none, and nobody who can go. */
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

    /** It has come so far; further than before, or as far. */
    void promote(Seat seat, Standing standing) {
        if (seat.standing.compareTo(standing) >= 0 || seat.left) return;
        Ranks ofAddress = byAddress.get(seat.address);
        all.remove(seat);
        ofAddress.remove(seat);
        seat.standing = standing;
        all.add(seat);
        ofAddress.add(seat);
    }

    /** Gives the seat back; again without effect. */
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

    /** Lets those go that have said no hello, or nothing at all, for too long. */
    void evictSilent(long nowNanos) {
        List<Seat> silent = new ArrayList<>();
        for (LinkedHashSet<Seat> seats : all.byStanding)
            for (Seat seat : seats) if (silent(seat, nowNanos)) silent.add(seat);
        for (Seat seat : silent) {
            boolean stranger = seat.standing == Standing.STRANGER;
            long most = stranger ? limits.helloNanosMax() : limits.idleNanosMax();
            evict(seat, (stranger ? "no hello within " : "silent for ") + most / 1_000_000 + " ms");
        }
    }

    private boolean silent(Seat seat, long nowNanos) {
        // A stranger that drips bytes is as silent as one that sends none.
        if (seat.standing == Standing.STRANGER)
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
                boolean stranger = oldest.standing == Standing.STRANGER;
                boolean active = oldest.activeNanos(nowNanos) > oldest.lookedAtNanos;
                if (stranger || (!active && !oldest.peer.waits())) {
                    evict(oldest, why);
                    return true;
                }
                oldest.lookedAtNanos = nowNanos;
                oldestFirst.remove();
                seats.add(oldest);
            }
        }
        // All did something since; who waits for nothing goes all the same.
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
