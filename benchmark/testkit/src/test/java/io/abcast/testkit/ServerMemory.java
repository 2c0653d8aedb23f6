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
 * Measures the maximum growth of the memory of a server's process since the first measurement. The server's process
 * must run with the JVM flags of {@link #flags}.
 *
 * <p>The whole heap is resident from the start of the server's process, so resident memory grows only by direct memory,
 * thread stacks, classes, and buffers of the C library. For the heap, this class measures the peak use of the JVM's old
 * generation. The young generation is small, so the JVM allocates large arrays in the old generation, and the peak
 * includes them even if they soon become garbage.
 */
final class ServerMemory {
    private static final String OLD_GENERATION =
            ManagementFactory.MEMORY_POOL_MXBEAN_DOMAIN_TYPE + ",name=Tenured Gen";

    private final ServerProcess server;
    private final long residentBefore;
    private final long oldBefore;
    private long residentMost;
    private long oldMost;

    /** Growth of a server's memory since the first measurement, outside the heap and in the heap, in bytes. */
    record Growth(long outsideTheHeap, long heap) {
        long bytes() {
            return outsideTheHeap + heap;
        }
    }

    /** Collects the garbage of the server's JVM, and then makes the first measurement of the server's memory. */
    ServerMemory(ServerProcess server) throws Exception {
        this.server = server;
        oldBefore = ServerBeans.ask(server, ServerMemory::collect);
        residentBefore = resident();
        residentMost = residentBefore;
        oldMost = oldBefore;
    }

    /** JVM flags of a server with a heap of {@code heapMiB} MiB. */
    static List<String> flags(int heapMiB) {
        List<String> flags = new ArrayList<>(TestClusters.flags(heapMiB + "m"));
        flags.addAll(List.of("-Xms" + heapMiB + "m", "-Xmn32m", "-XX:+AlwaysPreTouch"));
        return flags;
    }

    /** Measures the resident memory of the server's process. */
    void look() throws IOException {
        residentMost = Math.max(residentMost, resident());
    }

    /**
     * Measures the resident memory and the peak of the old generation of the server's JVM, then collects garbage.
     * Should be called every second or two, because the peak includes the garbage in the old generation since the
     * previous call.
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

    /** The largest growth of the server's memory since the first measurement, in bytes. */
    Growth growth() {
        return new Growth(residentMost - residentBefore, oldMost - oldBefore);
    }

    /** @return number of bytes in use in the old generation after the garbage collection */
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
