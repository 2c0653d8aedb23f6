/**
 * The parts of {@code CAMU}: the frames of several replicas in one channel, the addresses of all servers, and the
 * settings that all servers share. Internal: other modules must not use this package.
 */
package io.abcast.jgroups.camu;
