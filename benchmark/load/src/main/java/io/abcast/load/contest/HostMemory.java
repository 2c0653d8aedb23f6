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

    /** Bytes that programs can allocate without taking memory from others. */
    public static long available() {
        try {
            for (String line :
                    Files.isReadable(MEMINFO) ? Files.readAllLines(MEMINFO) : List.<String>of())
                if (line.startsWith(AVAILABLE))
                    return Long.parseLong(line.replaceAll("\\D", "")) << 10;
        } catch (IOException e) {
            // No such file: the JVM is asked below.
        }
        return ((OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean())
                .getFreeMemorySize();
    }
}
