/** Fast Byzantine Paxos of Martin and Alvisi 2006. */
package io.abcast.ordering.fbp;
