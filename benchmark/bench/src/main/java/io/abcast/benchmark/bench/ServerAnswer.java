package io.abcast.benchmark.bench;

import io.abcast.server.figures.MemberFigures;

/**
 * The figures of one server.
 *
 * @param nanos time of their arrival, as {@link System#nanoTime}
 */
record ServerAnswer(MemberFigures figures, long nanos) {}
