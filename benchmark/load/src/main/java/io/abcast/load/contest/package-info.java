/** The interface of a system that is measured, and the processes that measure it. */
package io.abcast.load.contest;
