/** Figures of a run beside those that a paper prints, and the runs that they come from. */
package io.abcast.papers.result;
