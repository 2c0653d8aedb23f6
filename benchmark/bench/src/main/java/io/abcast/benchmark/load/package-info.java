/** Virtual clients: closed and open loop, on any target; what they measure. */
package io.abcast.benchmark.load;
