package io.abcast.testkit;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryMXBean;
import java.lang.management.MemoryPoolMXBean;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import javax.management.MBeanServerConnection;

/**
 * How much more memory a server's process takes than it took at first, at most. The process needs the flags of {@link #flags}.
 *
 * <p>The whole heap is resident from the start. So resident memory grows by what lies outside of the heap: direct memory, stacks of
 * threads, classes, buffers of the system's library. The heap counts by the peak of its old generation. The young generation is
 * small, so a large array is allocated in the old generation. There the peak includes it even if it is garbage soon.
 */
final class ServerMemory {
    private static final String OLD_GENERATION =
            ManagementFactory.MEMORY_POOL_MXBEAN_DOMAIN_TYPE + ",name=Tenured Gen";

    private final ServerProcess server;
    private final long residentBefore;
    private final long oldBefore;
    private long residentMost;
    private long oldMost;

    /** More, in bytes. */
    record Growth(long outsideTheHeap, long heap) {
        long bytes() {
            return outsideTheHeap + heap;
        }
    }

    /** Collects the server's garbage and takes what is left as the first measurement. */
    ServerMemory(ServerProcess server) throws Exception {
        this.server = server;
        oldBefore = ServerBeans.ask(server, ServerMemory::collect);
        residentBefore = resident();
        residentMost = residentBefore;
        oldMost = oldBefore;
    }

    /** Flags of a server whose heap has that size in MiB. */
    static List<String> flags(int heapMiB) {
        List<String> flags = new ArrayList<>(TestClusters.flags(heapMiB + "m"));
        flags.addAll(List.of("-Xms" + heapMiB + "m", "-Xmn32m", "-XX:+AlwaysPreTouch"));
        return flags;
    }

    /** Measures what is resident. */
    void look() throws IOException {
        residentMost = Math.max(residentMost, resident());
    }

    /**
     * Measures all, then collects garbage. The load's garbage in the old generation grows with the time since the last call. So calls
     * are to be a second or two apart.
     */
    void lookAndCollect() throws Exception {
        look();
        oldMost =
                Math.max(
                        oldMost,
                        ServerBeans.ask(
                                server,
                                beans -> {
                                    long peak = old(beans).getPeakUsage().getUsed();
                                    collect(beans);
                                    return peak;
                                }));
    }

    /** The most that was seen since the first measurement. */
    Growth growth() {
        return new Growth(residentMost - residentBefore, oldMost - oldBefore);
    }

    /** @return what the old generation holds afterwards, in bytes */
    private static long collect(MBeanServerConnection beans) throws IOException {
        ManagementFactory.newPlatformMXBeanProxy(
                        beans, ManagementFactory.MEMORY_MXBEAN_NAME, MemoryMXBean.class)
                .gc();
        MemoryPoolMXBean old = old(beans);
        old.resetPeakUsage();
        return old.getUsage().getUsed();
    }

    private static MemoryPoolMXBean old(MBeanServerConnection beans) throws IOException {
        return ManagementFactory.newPlatformMXBeanProxy(
                beans, OLD_GENERATION, MemoryPoolMXBean.class);
    }

    private long resident() throws IOException {
        Path status = Path.of("/proc", Long.toString(server.pid()), "status");
        for (String line : Files.readAllLines(status))
            if (line.startsWith("VmRSS:"))
                return 1024 * Long.parseLong(line.replaceAll("[^0-9]", ""));
        throw new IOException("no VmRSS in " + status);
    }
}
