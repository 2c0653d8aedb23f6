package io.abcast.benchmark.micro;

import java.io.IOException;

/**
 * An operation that can be repeated at a constant cost: no turn makes a later turn more expensive. JMH times its turns;
 * the allocation test measures the bytes of its operations.
 *
 * <p><b>Thread rule:</b> one thread makes all turns. A subject with threads of its own waits for them in each turn.
 */
public interface Subject extends AutoCloseable {
    /** Executes the operation once, or a batch of operations; returns the number of operations. */
    int turn() throws Exception;

    @Override
    default void close() throws IOException {}
}
