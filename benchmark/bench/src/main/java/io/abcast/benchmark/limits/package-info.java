/** What no replicated system on this host can be cheaper than, and how abcast's cost grows. */
package io.abcast.benchmark.limits;
