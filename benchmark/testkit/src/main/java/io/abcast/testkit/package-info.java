/** Replicas as processes of their own on this host: started, watched, killed and reaped. */
package io.abcast.testkit;
