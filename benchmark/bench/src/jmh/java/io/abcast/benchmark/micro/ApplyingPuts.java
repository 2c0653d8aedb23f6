package io.abcast.benchmark.micro;

import io.abcast.server.StoreSubjects;
import org.openjdk.jmh.annotations.Param;

/**
 * Measures the time to apply a put of 1 KB to one of 10,000 keys, either to the store's table alone or as a delivery to
 * the store.
 */
public class ApplyingPuts extends Timed {
    @Param({"table", "abdeliver"})
    private String how;

    @Override
    protected Subject make() {
        return how.equals("table") ? StoreSubjects.keyTable() : StoreSubjects.abdeliver();
    }
}
