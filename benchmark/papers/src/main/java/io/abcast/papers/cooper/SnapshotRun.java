package io.abcast.papers.cooper;

/**
 * Simulates Zab followers that all fetch a snapshot from their leader at the same time, chunk by chunk. A follower
 * requests the next chunk of the snapshot as soon as the previous chunk has arrived.
 */
final class SnapshotRun {
    private static final int CHUNK_BYTES = 64 * 1024;

    private static final int MESSAGE_BYTES = 64;

    private final Setting setting;
    private final TransferArena arena;

    private SnapshotRun(Setting setting) {
        this.setting = setting;
        arena =
                new TransferArena(
                        setting.nodes(), 1, setting.batchBytes(), setting.bytesPerSecond());
    }

    /** The coding batch of {@code setting} stands for the snapshot, and node 0 is the leader. */
    static Spread run(Setting setting, long seed) {
        SnapshotRun run = new SnapshotRun(setting);
        for (int id = 1; id < setting.nodes(); id++) run.ask(id, 0);
        return run.arena.run(seed);
    }

    private void ask(int follower, double offset) {
        if (offset >= setting.batchBytes()) {
            arena.has(follower, 0);
            return;
        }
        double bytes = Math.min(CHUNK_BYTES, setting.batchBytes() - offset);
        arena.message(
                MESSAGE_BYTES,
                () -> {
                    arena.sent++;
                    arena.links.start(
                            0,
                            follower,
                            bytes + MESSAGE_BYTES,
                            whole -> arena.message(0, () -> ask(follower, offset + bytes)));
                });
    }
}
