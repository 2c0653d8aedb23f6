/**
 * Publishes the figures of a member by Micrometer. Micrometer is an optional dependency, which no other part of abcast
 * needs.
 */
package io.abcast.jgroups.metrics;
