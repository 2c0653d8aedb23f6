/** Liu 2015, Cooper, run again. */
package io.abcast.benchmark.papers.cooper;
