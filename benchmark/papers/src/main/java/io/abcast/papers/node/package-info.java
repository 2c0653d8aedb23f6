/** Drives nodes in virtual time without faults and without time for logs. */
package io.abcast.papers.node;
