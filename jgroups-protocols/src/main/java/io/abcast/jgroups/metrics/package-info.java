/** A member's figures for Micrometer, an optional dependency: nothing else of abcast needs it. */
package io.abcast.jgroups.metrics;
