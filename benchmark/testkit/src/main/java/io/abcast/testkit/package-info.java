/** Starts, watches, kills and reaps replicas as processes on this host. */
package io.abcast.testkit;
