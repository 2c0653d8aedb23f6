/**
 * The program of a host of {@code compare-forest}: a member of a group with an open loop of requests or multicasts inside.
 * Systems with another class path than abcast run this program, too.
 */
package io.abcast.load.hosts;
