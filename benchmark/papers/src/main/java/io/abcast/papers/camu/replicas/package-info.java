/** Runs the replicas of several groups in virtual time without faults. This package depends on no ordering protocol. */
package io.abcast.papers.camu.replicas;
