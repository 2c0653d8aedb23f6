/** The command line, the load harness and its reports. */
package io.abcast.benchmark;
