/** The interface of a measured system, and the processes that measure it. */
package io.abcast.load.contest;
