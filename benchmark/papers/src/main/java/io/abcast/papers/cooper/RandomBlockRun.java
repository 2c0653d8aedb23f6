package io.abcast.papers.cooper;

import io.abcast.dissemination.cooper.Cycles;
import io.abcast.dissemination.cooper.SeededBits;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;

/**
 * Simulates the Random Block scheme of Liu 2015, section 6.2, which is Cooper's asynchronous gossip without coding. A
 * node sends a random block that the receiver lacks according to the map. If the receiver lacks no block or is busy,
 * the sender takes the next permutation, which names another receiver. Each node sends a map of its own blocks to all
 * other nodes after every second received block, and when the node has all blocks.
 */
final class RandomBlockRun {
    /** Number of received blocks after which a node sends its map; Liu 2015: "Upon receiving every other block." */
    private static final int BLOCKS_PER_UPDATE = 2;

    private static final int MESSAGE_BYTES = 32;

    private final Setting setting;
    private final TransferArena arena;
    private final SeededBits bits;
    private final Cycles cycles;
    private final List<Peer> peers = new ArrayList<>();

    private RandomBlockRun(Setting setting, long seed) {
        this.setting = setting;
        arena =
                new TransferArena(
                        setting.nodes(), 1, setting.batchBytes(), setting.bytesPerSecond());
        bits = new SeededBits(seed);
        cycles = Cycles.of(seed);
        for (int id = 0; id < setting.nodes(); id++) peers.add(new Peer(id));
    }

    static Spread run(Setting setting, long seed) {
        RandomBlockRun run = new RandomBlockRun(setting, seed);
        run.peers.get(0).blocks.set(0, setting.blocks());
        for (Peer peer : run.peers) peer.next();
        return run.arena.run(seed);
    }

    private final class Peer {
        private final int id;
        private final BitSet blocks = new BitSet();

        /** Blocks of each other node, according to the last map that this node has received from it. */
        private final BitSet[] maps = new BitSet[setting.nodes()];

        private long attempts;
        private int received;
        private boolean receiving;
        private boolean waits;
        private boolean finished;

        Peer(int id) {
            this.id = id;
            for (int other = 0; other < maps.length; other++) maps[other] = new BitSet();
        }

        private void next() {
            for (int tried = 0; tried < setting.nodes(); tried++) {
                int to = cycles.successors(attempts++, setting.nodes())[id];
                if (to == 0) continue;
                BitSet useful = (BitSet) blocks.clone();
                useful.andNot(maps[to]);
                if (useful.isEmpty()) continue;
                int block = useful.nextSetBit(0);
                for (int skip = bits.nextInt(useful.cardinality()); skip > 0; skip--)
                    block = useful.nextSetBit(block + 1);
                ask(peers.get(to), block);
                return;
            }
            later();
        }

        private void later() {
            if (waits) return;
            waits = true;
            arena.in(
                    setting.blockNanos() / 10,
                    () -> {
                        waits = false;
                        next();
                    });
        }

        private void ask(Peer to, int block) {
            arena.message(
                    MESSAGE_BYTES,
                    () -> {
                        boolean free = !to.receiving;
                        if (free) to.receiving = true;
                        arena.message(MESSAGE_BYTES, () -> answered(to, block, free));
                    });
        }

        private void answered(Peer to, int block, boolean free) {
            if (!free) {
                next();
                return;
            }
            arena.sent++;
            double bytes = setting.blockBytes() + MESSAGE_BYTES;
            arena.links.start(
                    id,
                    to.id,
                    bytes,
                    whole -> {
                        maps[to.id].set(block);
                        arena.message(0, () -> to.take(block));
                        next();
                    });
        }

        private void take(int block) {
            receiving = false;
            if (blocks.get(block)) arena.redundant++;
            blocks.set(block);
            boolean all = blocks.cardinality() == setting.blocks();
            received++;
            if (!all && received % BLOCKS_PER_UPDATE != 0) return;
            if (finished) return;
            finished = all;
            BitSet map = (BitSet) blocks.clone();
            for (Peer other : peers)
                if (other != this)
                    arena.message(
                            MESSAGE_BYTES + setting.blocks() / 8, () -> other.maps[id].or(map));
            if (all) arena.has(id, 0);
        }
    }
}
