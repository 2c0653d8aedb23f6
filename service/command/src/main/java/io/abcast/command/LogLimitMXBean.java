package io.abcast.command;

/** In JMX as {@value #NAME}. */
public interface LogLimitMXBean {
    String NAME = "io.abcast:type=Log";

    /** Warnings of JGroups and Netty that were not written because many of their kind had been. */
    long getLinesLeftOut();
}
