package io.abcast.benchmark.micro;

import io.abcast.server.StoreSubjects;
import org.openjdk.jmh.annotations.Param;

/** Measures the time to apply a put of 1 KB to one of 10,000 keys: in the store's table, or as a delivery. */
public class ApplyingPuts extends Timed {
    @Param({"table", "abdeliver"})
    private String how;

    @Override
    protected Subject make() {
        return how.equals("table") ? StoreSubjects.keyTable() : StoreSubjects.abdeliver();
    }
}
