/** Drives nodes in virtual time, without faults, and with logs that take no time. */
package io.abcast.papers.node;
