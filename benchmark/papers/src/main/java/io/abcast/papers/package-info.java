/** Repeats the experiments of the papers in the simulator, and shows our figures beside those that the papers print. */
package io.abcast.papers;
