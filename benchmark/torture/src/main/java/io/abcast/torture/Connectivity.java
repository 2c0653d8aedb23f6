package io.abcast.torture;

/**
 * Model of the ensemble under faults: which members run, which links are cut, and whether a quorum can work. The class
 * is not thread-safe.
 */
final class Connectivity {
    private final int size;
    private final boolean[] running;
    private final boolean[] paused;

    /** Indexed by member id. */
    private final boolean[] voting;

    /** Indexed by sender and receiver; {@link ServerLinks#CLIENTS} stands for the clients of the ensemble. */
    private final boolean[][] cut;

    Connectivity(int size) {
        this.size = size;
        running = new boolean[size + 1];
        paused = new boolean[size + 1];
        voting = new boolean[size + 1];
        cut = new boolean[size + 1][size + 1];
        for (int id = 1; id <= size; id++) running[id] = voting[id] = true;
    }

    int size() {
        return size;
    }

    boolean running(int id) {
        return running[id];
    }

    boolean paused(int id) {
        return paused[id];
    }

    boolean cut(int from, int to) {
        return cut[from][to];
    }

    /** The start or the end of a member's process also ends a pause (SIGSTOP) of the member. */
    void running(int id, boolean is) {
        running[id] = is;
        paused[id] = false;
    }

    void paused(int id, boolean is) {
        paused[id] = is;
    }

    void lostVotes(int id) {
        voting[id] = false;
    }

    void cut(int from, int to, boolean is) {
        cut[from][to] = is;
    }

    /** Whether at least f+1 running voters are connected with each other, and at least one of them with the clients. */
    boolean quorum() {
        for (int set = 0; set < 1 << size; set++)
            if (Integer.bitCount(set) == size / 2 + 1 && works(set << 1)) return true;
        return false;
    }

    private boolean works(int set) {
        boolean clients = false;
        for (int a = 1; a <= size; a++) {
            if ((set >> a & 1) == 0) continue;
            if (!running[a] || paused[a] || !voting[a]) return false;
            clients |= connected(a, ServerLinks.CLIENTS);
            for (int b = 1; b < a; b++) if ((set >> b & 1) != 0 && !connected(a, b)) return false;
        }
        return clients;
    }

    private boolean connected(int a, int b) {
        return !cut[a][b] && !cut[b][a];
    }
}
