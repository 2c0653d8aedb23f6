/** What the simulator needs to run the protocols of this project: one subject and one probe for the family of Zab. */
package io.abcast.benchmark.sim;
