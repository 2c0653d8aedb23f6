package io.abcast.benchmark.bench;

import io.abcast.server.figures.MemberFigures;

/**
 * The figures that one server has sent, and the time of their arrival.
 *
 * @param nanos time at which the figures arrived, as a value of {@link System#nanoTime}
 */
record ServerAnswer(MemberFigures figures, long nanos) {}
