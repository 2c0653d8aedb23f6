package io.abcast.benchmark.micro;

import io.abcast.zab.NodeSubjects;
import org.openjdk.jmh.annotations.Param;

/**
 * Measures the cost of the ordering protocol alone, without network and disk. In each repetition, a follower gets a
 * batch of writes, and one thread runs all nodes of the ensemble until the writes are ordered.
 */
public class OrderingWrites extends Timed {
    @Param({"3", "9"})
    private int members;

    @Param({"1", "64"})
    private int batch;

    @Override
    protected Subject make() {
        return NodeSubjects.atFollower(members, batch);
    }
}
