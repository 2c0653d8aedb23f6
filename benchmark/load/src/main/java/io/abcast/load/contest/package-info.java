/** Defines the interface of a measured system, and the processes that measure a system. */
package io.abcast.load.contest;
