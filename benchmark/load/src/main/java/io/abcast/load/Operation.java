package io.abcast.load;

/** One request under way. In a closed loop a virtual client uses the same object again and again. */
public final class Operation {
    private final LoadShard shard;

    /** Number of the virtual client within its shard; open loop: of the request. */
    final int client;

    boolean write;
    int key;

    /** From when the latency counts. */
    long dueNanos;

    /** For targets: which server this one went to last. */
    int turn;

    /** Links of the shard's list of what is under way; {@code null} next: not in it. */
    Operation previous;

    Operation next;

    Operation(LoadShard shard, int client) {
        this.shard = shard;
        this.client = client;
        turn = client;
    }

    public int client() {
        return client;
    }

    public boolean write() {
        return write;
    }

    public int key() {
        return key;
    }

    /** Round robin, as EL-Sanosi 2018, section 5.1.1: each request of a client goes to the next server. */
    public int nextTurn() {
        return turn++ & Integer.MAX_VALUE;
    }

    public void completed(RequestOutcome code) {
        shard.completed(this, code);
    }
}
