package io.abcast.load.contest;

import com.sun.management.OperatingSystemMXBean;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** Memory of this host. */
public final class HostMemory {
    private static final Path TOLD = Path.of("/proc/meminfo");
    private static final String AVAILABLE = "MemAvailable:";

    private HostMemory() {}

    /** Bytes that programs can have without others losing theirs. */
    public static long available() {
        try {
            for (String line :
                    Files.isReadable(TOLD) ? Files.readAllLines(TOLD) : List.<String>of())
                if (line.startsWith(AVAILABLE))
                    return Long.parseLong(line.replaceAll("\\D", "")) << 10;
        } catch (IOException e) {
            // Asked below.
        }
        return ((OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean())
                .getFreeMemorySize();
    }
}
