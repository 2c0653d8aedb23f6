package io.abcast.papers.cooper;

import io.abcast.dissemination.cooper.SeededBits;
import io.abcast.sim.links.FairLinks;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Comparator;
import java.util.List;

/**
 * Simulates BitTorrent as Cohen 2003 (<em>Incentives Build Robustness in BitTorrent</em>) describes it. The simulation
 * follows the text of Cohen 2003, and not the program rTorrent. All peers are connected from the start, and peers
 * request the next piece early, so that connections do not idle. Hashing, disk accesses and protocol overhead take no
 * time in the BitTorrent model.
 */
final class BitTorrentRun {
    private static final int PIECE_BYTES = 256 * 1024;
    private static final int UNCHOKED = 4;
    private static final int RECHOKE_SECONDS = 10;
    private static final int RECHOKES_PER_OPTIMISTIC = 3;
    private static final int PERIODS = 2;

    private final TransferArena arena;
    private final SeededBits bits;
    private final int pieces;
    private final double lastBytes;
    private final List<Peer> peers = new ArrayList<>();

    private BitTorrentRun(Setting setting, long seed) {
        arena =
                new TransferArena(
                        setting.nodes(), 1, setting.batchBytes(), setting.bytesPerSecond());
        bits = new SeededBits(seed);
        pieces = (int) Math.ceil(setting.batchBytes() / PIECE_BYTES);
        lastBytes = setting.batchBytes() - (double) (pieces - 1) * PIECE_BYTES;
        for (int id = 0; id < setting.nodes(); id++) peers.add(new Peer(id, setting.nodes()));
    }

    static Spread run(Setting setting, long seed) {
        BitTorrentRun run = new BitTorrentRun(setting, seed);
        run.peers.get(0).has.set(0, run.pieces);
        for (Peer peer : run.peers) {
            // Peers rechoke at different moments, because each peer starts with a random delay.
            long phase = (long) (run.bits.nextDouble() * RECHOKE_SECONDS * 1e9);
            run.arena.in(0, peer::rechoke);
            run.arena.in(phase, peer::period);
        }
        return run.arena.run(seed);
    }

    private double bytes(int piece) {
        return piece == pieces - 1 ? lastBytes : PIECE_BYTES;
    }

    private record Serving(int piece, FairLinks.Transfer transfer) {}

    private final class Peer {
        private final int id;
        private final BitSet has = new BitSet();

        /** For each piece, the number of peers that are sending the piece to this peer. */
        private final int[] coming = new int[pieces];

        private final boolean[] unchokes;

        /** For each receiving peer, the piece that the owner of this array is sending to it; {@code null} if the owner sends it none. */
        private final Serving[] serving;

        /** Number of bytes that this peer has received, by rechoke interval and sender. */
        private final double[][] in;

        private final double[][] out;
        private int periods;
        private int optimistic = -1;

        Peer(int id, int nodes) {
            this.id = id;
            unchokes = new boolean[nodes];
            serving = new Serving[nodes];
            in = new double[PERIODS][nodes];
            out = new double[PERIODS][nodes];
        }

        private boolean complete() {
            return has.cardinality() == pieces;
        }

        private boolean interests(Peer other) {
            BitSet useful = (BitSet) has.clone();
            useful.andNot(other.has);
            return !useful.isEmpty();
        }

        private void period() {
            periods++;
            if (periods % RECHOKES_PER_OPTIMISTIC == 0) optimistic = -1;
            rechoke();
            int next = periods % PERIODS;
            for (int peer = 0; peer < unchokes.length; peer++) in[next][peer] = out[next][peer] = 0;
            arena.in(RECHOKE_SECONDS * 1_000_000_000L, this::period);
        }

        private void rechoke() {
            List<Peer> interested = new ArrayList<>();
            for (Peer peer : peers) if (peer != this && interests(peer)) interested.add(peer);
            shuffle(interested);
            double[][] by = complete() ? out : in;
            interested.sort(Comparator.comparingDouble(peer -> -sum(by, peer.id)));
            boolean[] chosen = new boolean[unchokes.length];
            for (int i = 0; i < Math.min(UNCHOKED, interested.size()); i++)
                chosen[interested.get(i).id] = true;
            List<Peer> rest = new ArrayList<>();
            for (Peer peer : interested) if (!chosen[peer.id]) rest.add(peer);
            if (optimistic >= 0 && rest.stream().noneMatch(peer -> peer.id == optimistic))
                optimistic = -1;
            if (optimistic < 0 && !rest.isEmpty())
                optimistic = rest.get(bits.nextInt(rest.size())).id;
            if (optimistic >= 0) chosen[optimistic] = true;
            System.arraycopy(chosen, 0, unchokes, 0, chosen.length);
            for (Peer peer : peers) if (unchokes[peer.id]) serve(peer);
        }

        private double sum(double[][] by, int peer) {
            double sum = 0;
            for (double[] period : by) sum += period[peer];
            return sum;
        }

        private int unchoked() {
            int count = 0;
            for (boolean unchoked : unchokes) if (unchoked) count++;
            return count;
        }

        private void serve(Peer to) {
            if (!unchokes[to.id] || serving[to.id] != null) return;
            int piece = to.choose(this);
            if (piece < 0) return;
            to.coming[piece]++;
            arena.sent++;
            serving[to.id] =
                    new Serving(
                            piece,
                            arena.links.start(id, to.id, bytes(piece), whole -> sent(to, piece)));
        }

        private void sent(Peer to, int piece) {
            serving[to.id] = null;
            out[periods % PERIODS][to.id] += bytes(piece);
            to.in[to.periods % PERIODS][id] += bytes(piece);
            to.coming[piece]--;
            to.take(piece);
            serve(to);
        }

        private void take(int piece) {
            if (has.get(piece)) {
                // The piece is redundant, because this peer has just received it from another peer.
                arena.redundant++;
                return;
            }
            has.set(piece);
            if (complete()) arena.has(id, 0);
            for (Peer other : peers) other.withdraw(this, piece);
            // Serve the unchoked peers now, because they may lack the piece that this peer has just
            // received.
            for (Peer other : peers) {
                if (other == this) continue;
                if (unchokes[other.id]) serve(other);
                else if (unchoked() <= UNCHOKED && interests(other)) {
                    unchokes[other.id] = true;
                    serve(other);
                }
            }
        }

        private void withdraw(Peer to, int piece) {
            Serving now = serving[to.id];
            if (now == null || now.piece != piece) return;
            now.transfer.cancel();
            serving[to.id] = null;
            to.coming[piece]--;
            arena.redundant++;
            serve(to);
        }

        private int choose(Peer from) {
            BitSet wanted = (BitSet) from.has.clone();
            wanted.andNot(has);
            if (wanted.isEmpty()) return -1;
            BitSet fresh = (BitSet) wanted.clone();
            boolean endgame = true;
            for (int piece = 0; piece < pieces; piece++) {
                if (has.get(piece)) continue;
                if (coming[piece] > 0) fresh.clear(piece);
                else endgame = false;
            }
            if (fresh.isEmpty()) return endgame ? any(wanted) : -1;
            return has.isEmpty() ? any(fresh) : rarest(fresh);
        }

        private int any(BitSet of) {
            int piece = of.nextSetBit(0);
            for (int skip = bits.nextInt(of.cardinality()); skip > 0; skip--)
                piece = of.nextSetBit(piece + 1);
            return piece;
        }

        private int rarest(BitSet of) {
            BitSet rarest = new BitSet();
            int least = Integer.MAX_VALUE;
            for (int piece = of.nextSetBit(0); piece >= 0; piece = of.nextSetBit(piece + 1)) {
                int copies = 0;
                for (Peer peer : peers) if (peer.has.get(piece)) copies++;
                if (copies < least) rarest.clear();
                least = Math.min(least, copies);
                if (copies == least) rarest.set(piece);
            }
            return any(rarest);
        }
    }

    private void shuffle(List<Peer> list) {
        for (int i = list.size() - 1; i > 0; i--) {
            int j = bits.nextInt(i + 1);
            Peer kept = list.get(i);
            list.set(i, list.get(j));
            list.set(j, kept);
        }
    }
}
