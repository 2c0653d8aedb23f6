/** Runs the replicas of several groups in virtual time without faults. Knows no protocol. */
package io.abcast.papers.camu.replicas;
