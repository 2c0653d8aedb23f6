/** The evaluation of Liu 2015, Cooper, run again. */
package io.abcast.papers.cooper;
