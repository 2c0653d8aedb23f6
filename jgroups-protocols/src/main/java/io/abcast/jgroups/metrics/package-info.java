/** The figures of a member for Micrometer, an optional dependency that no other part of abcast needs. */
package io.abcast.jgroups.metrics;
