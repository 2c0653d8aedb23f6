/** Runs the experiments of the papers in the simulator, and shows the papers' printed figures beside ours. */
package io.abcast.papers;
