package io.abcast.load.contest;

import com.sun.management.OperatingSystemMXBean;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** Finds out how much memory this host has. */
public final class HostMemory {
    private static final Path MEMINFO = Path.of("/proc/meminfo");
    private static final String AVAILABLE = "MemAvailable:";

    private HostMemory() {}

    /** Number of bytes of memory that a new program can allocate without taking memory from other programs. */
    public static long available() {
        try {
            for (String line :
                    Files.isReadable(MEMINFO) ? Files.readAllLines(MEMINFO) : List.<String>of())
                if (line.startsWith(AVAILABLE))
                    return Long.parseLong(line.replaceAll("\\D", "")) << 10;
        } catch (IOException e) {
            // The host's file about free memory is not readable, so the JVM gives the figure
            // (below).
        }
        return ((OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean())
                .getFreeMemorySize();
    }
}
