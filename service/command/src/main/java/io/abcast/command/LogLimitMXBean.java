package io.abcast.command;

/** The figures of {@link LogLimit}, in JMX as {@value #NAME}. */
public interface LogLimitMXBean {
    String NAME = "io.abcast:type=Log";

    /** Warnings of JGroups and Netty that were suppressed because there were many of their kind. */
    long getLinesLeftOut();
}
