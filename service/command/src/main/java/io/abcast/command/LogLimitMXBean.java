package io.abcast.command;

/** The figures of {@link LogLimit}. The object name of these figures in JMX is {@value #NAME}. */
public interface LogLimitMXBean {
    String NAME = "io.abcast:type=Log";

    /**
     * Number of warnings of JGroups and Netty that {@link LogLimit} suppressed because there were too many warnings of
     * one kind.
     */
    long getLinesLeftOut();
}
