package io.abcast.benchmark.bench;

import io.abcast.server.figures.MemberFigures;

/**
 * The figures of one server.
 *
 * @param nanos time at which the figures arrived, as a value of {@link System#nanoTime}
 */
record ServerAnswer(MemberFigures figures, long nanos) {}
