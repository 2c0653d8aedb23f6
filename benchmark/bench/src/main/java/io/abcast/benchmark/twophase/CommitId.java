package io.abcast.benchmark.twophase;

import io.abcast.kernel.WireReader;
import io.abcast.kernel.WireWriter;

/**
 * Identifies one attempt of a transaction. Retries keep {@code stamp} and {@code server}, so that a transaction becomes
 * the oldest and is no longer aborted (Rosenkrantz et al., 1978).
 *
 * @param stamp time of the first attempt, in microseconds since 1970; unique at its server
 * @param server server whose coordinator runs the transaction
 * @param attempt number of the attempt of this transaction, from 0
 */
record CommitId(long stamp, int server, int attempt) {
    boolean isOlderThan(CommitId other) {
        return stamp != other.stamp ? stamp < other.stamp : server < other.server;
    }

    void write(WireWriter out) {
        out.i64(stamp).varint(server).varint(attempt);
    }

    static CommitId read(WireReader in) {
        return new CommitId(in.i64(), in.count(Integer.MAX_VALUE), in.count(Integer.MAX_VALUE));
    }

    @Override
    public String toString() {
        return server + ":" + stamp + "/" + attempt;
    }
}
