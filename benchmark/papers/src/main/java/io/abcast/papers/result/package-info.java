/**
 * Compares the figures of a run with the figures that a paper prints, and caches the runs from which the figures come.
 */
package io.abcast.papers.result;
