/**
 * The parts of {@code CAMU}: the frames of several replicas in one channel, the addresses of all servers, and the
 * settings that all servers share. The package {@code camu} is internal: other modules must not use {@code camu}.
 */
package io.abcast.jgroups.camu;
