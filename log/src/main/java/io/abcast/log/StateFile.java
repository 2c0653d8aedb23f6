package io.abcast.log;

import java.io.IOException;

/**
 * The file with the last state that {@link Storage#persist} wrote, and the repair mark, a file that marks a repair of
 * the log. The repair mark stays until the member has persisted a state that takes the repair into account.
 */
final class StateFile {
    private final Directory dir;
    private final SmallFile state;
    private boolean repaired;

    StateFile(Directory dir, int serverId) throws IOException {
        this.dir = dir;
        state = new SmallFile(dir, FileNames.STATE, serverId);
        repaired = dir.exists(FileNames.REPAIRED);
    }

    static void markRepaired(Directory dir) throws IOException {
        new SmallFile(dir, FileNames.REPAIRED, 0).write(null);
    }

    boolean repaired() {
        return repaired;
    }

    byte[] read() throws IOException {
        return state.read();
    }

    /**
     * Writes the state, and then removes the repair mark. A crash between the two steps leaves the mark longer than
     * needed, which is safe.
     */
    void write(byte[] content) throws IOException {
        state.write(content);
        if (!repaired || content == null) return;
        dir.delete(FileNames.REPAIRED);
        dir.sync();
        repaired = false;
    }
}
