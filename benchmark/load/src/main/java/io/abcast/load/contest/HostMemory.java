package io.abcast.load.contest;

import com.sun.management.OperatingSystemMXBean;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** Memory of this host. */
public final class HostMemory {
    private static final Path MEMINFO = Path.of("/proc/meminfo");
    private static final String AVAILABLE = "MemAvailable:";

    private HostMemory() {}

    /** Bytes that a new program can allocate without taking memory from other programs. */
    public static long available() {
        try {
            for (String line :
                    Files.isReadable(MEMINFO) ? Files.readAllLines(MEMINFO) : List.<String>of())
                if (line.startsWith(AVAILABLE))
                    return Long.parseLong(line.replaceAll("\\D", "")) << 10;
        } catch (IOException e) {
            // The file cannot be read; use the JVM's figure below.
        }
        return ((OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean())
                .getFreeMemorySize();
    }
}
