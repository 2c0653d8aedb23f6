/** Starts, queries and ends server processes on this host. */
package io.abcast.testkit;
