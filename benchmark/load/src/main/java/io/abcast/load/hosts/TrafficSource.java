package io.abcast.load.hosts;

import java.nio.file.Path;

/**
 * Adapter of a system whose members run on the hosts of {@code compare-forest}. Implementations have a public
 * constructor without parameters.
 */
public interface TrafficSource {
    /**
     * Creates the adapter whose class has the given name.
     *
     * @throws ReflectiveOperationException if there is no class with the given name, or if it has no public constructor
     *     without parameters
     */
    static TrafficSource of(String className) throws ReflectiveOperationException {
        return Class.forName(className)
                .asSubclass(TrafficSource.class)
                .getConstructor()
                .newInstance();
    }

    /**
     * Starts the member of a host in this JVM, and begins to join the member's group; {@link Traffic#isReady} says when
     * the group is complete.
     *
     * @param plan task of the host, with the addresses of all hosts
     * @param stack file with the stack of the system; the file does not exist if the stack is among the system's
     *     libraries
     * @throws Exception if the member does not start
     */
    Traffic join(HostPlan plan, Path stack) throws Exception;
}
