/** The papers' experiments, run in the simulator, and their printed figures beside ours. */
package io.abcast.papers;
