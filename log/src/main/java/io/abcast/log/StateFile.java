package io.abcast.log;

import java.io.IOException;

/**
 * The file with the last state that {@link Storage#persist} wrote, and the file that marks a repair of the log. The
 * repair mark stays until the member has persisted a state that takes the repair into account. While the repair mark
 * exists, the persisted state of the member may refer to entries and votes that the repair has removed from the log.
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

    /** Durably marks a data directory as repaired, before a repair cuts the directory's log. */
    static void markRepaired(Directory dir) throws IOException {
        new SmallFile(dir, FileNames.REPAIRED, 0).write(null);
    }

    boolean repaired() {
        return repaired;
    }

    /** Reads the content of the state file as {@link SmallFile#read} does. */
    byte[] read() throws IOException {
        return state.read();
    }

    /**
     * Writes the state as {@link SmallFile#write} does, and then removes the repair mark. A crash between the write of
     * the state and the removal of the mark leaves the mark longer than needed, which is safe.
     */
    void write(byte[] content) throws IOException {
        state.write(content);
        if (!repaired || content == null) return;
        dir.delete(FileNames.REPAIRED);
        dir.sync();
        repaired = false;
    }
}
