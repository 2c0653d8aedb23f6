package io.abcast.command;

/** The figures of {@link LogLimit}. The object name of the figures in JMX is {@value #NAME}. */
public interface LogLimitMXBean {
    String NAME = "io.abcast:type=Log";

    /** Number of warnings of JGroups and Netty that were suppressed because too many of one kind were logged. */
    long getLinesLeftOut();
}
