/** Apache Ratis under comparison. */
package io.abcast.peers.ratis;
