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
 * Measures the maximum growth of the memory of a server's process, which runs with the JVM flags of {@link #flags}.
 *
 * <p>The whole heap is resident from the start, so resident memory grows only by direct memory, thread stacks, classes,
 * and the C library. The young generation is small, so that the peak of the old generation includes large arrays that
 * soon become garbage.
 */
final class ServerMemory {
    private static final String OLD_GENERATION =
            ManagementFactory.MEMORY_POOL_MXBEAN_DOMAIN_TYPE + ",name=Tenured Gen";

    private final ServerProcess server;
    private final long residentBefore;
    private final long oldBefore;
    private long residentMost;
    private long oldMost;

    record Growth(long outsideTheHeap, long heap) {
        long bytes() {
            return outsideTheHeap + heap;
        }
    }

    ServerMemory(ServerProcess server) throws Exception {
        this.server = server;
        oldBefore = ServerBeans.ask(server, ServerMemory::collect);
        residentBefore = resident();
        residentMost = residentBefore;
        oldMost = oldBefore;
    }

    static List<String> flags(int heapMiB) {
        List<String> flags = new ArrayList<>(TestClusters.flags(heapMiB + "m"));
        flags.addAll(List.of("-Xms" + heapMiB + "m", "-Xmn32m", "-XX:+AlwaysPreTouch"));
        return flags;
    }

    void look() throws IOException {
        residentMost = Math.max(residentMost, resident());
    }

    /**
     * Called every second or two, because the peak includes the garbage in the old generation since the previous call.
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

    Growth growth() {
        return new Growth(residentMost - residentBefore, oldMost - oldBefore);
    }

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
