package io.abcast.benchmark.micro;

import java.io.IOException;

/**
 * An operation that is done over and over, in a steady state: what one turn leaves behind does not make the next one
 * dearer. JMH times its turns; the guard of allocation weighs its operations.
 *
 * <p><b>Thread rule:</b> one thread makes all turns. A subject with threads of its own waits for them in each turn.
 */
public interface Subject extends AutoCloseable {
    /** Does the operation once or, where it comes in batches, a batch of times; returns how often. */
    int turn() throws Exception;

    @Override
    default void close() throws IOException {}
}
