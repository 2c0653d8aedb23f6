/** Repeats the evaluation of Liu 2015, Cooper. */
package io.abcast.papers.cooper;
