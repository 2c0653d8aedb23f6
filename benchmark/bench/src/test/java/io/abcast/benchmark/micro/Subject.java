package io.abcast.benchmark.micro;

import java.io.IOException;

/**
 * An operation that a benchmark can repeat at a constant cost: no repetition makes a later repetition more expensive.
 *
 * <p><b>Thread rule:</b> one thread makes all turns of a subject.
 */
public interface Subject extends AutoCloseable {
    /** Executes the operation of the subject once or several times, and returns the number of executions. */
    int turn() throws Exception;

    @Override
    default void close() throws IOException {}
}
