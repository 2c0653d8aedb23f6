package io.abcast.workloads.process;

import io.abcast.command.process.PortBlock;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ThreadLocalRandom;
import java.util.stream.IntStream;

/**
 * The servers of a store as processes on the loopback interface. If this process ends without closing the ensemble, the
 * servers end by themselves.
 */
final class StoreEnsemble implements AutoCloseable {
    private static final long POLL_MILLIS = 50;

    /** JGroups defines this offset of the port for failure detection from the group port. */
    private static final int FAILURE_DETECTION = 100;

    /**
     * @param map all partitions with their servers, in the format of CAMU's attribute {@code partitions}
     * @param seats number of further members of the cluster, which other processes run
     */
    record Setup(
            Class<?> main,
            String map,
            int servers,
            int seats,
            Path config,
            Map<String, String> properties,
            Map<String, String> attributes,
            String durability,
            List<String> jvmFlags,
            List<String> arguments,
            Path directory) {}

    private final Setup setup;
    private final String cluster =
            "store-" + Long.toHexString(ThreadLocalRandom.current().nextLong());
    private final int port;
    private final List<StoreProcess> processes = new ArrayList<>();

    StoreEnsemble(Setup setup) throws IOException {
        this.setup = setup;
        Files.createDirectories(setup.directory);
        int members = setup.servers + setup.seats;
        port =
                PortBlock.find(
                        IntStream.rangeClosed(1, members)
                                .flatMap(id -> IntStream.of(id, id + FAILURE_DETECTION)));
        for (int id = 1; id <= setup.servers; id++)
            processes.add(
                    new StoreProcess(
                            id,
                            setup.main,
                            setup.directory.resolve("server-" + id + ".log"),
                            setup.jvmFlags,
                            arguments(id)));
    }

    StoreSite.Stack stack(int id, String durability) {
        Map<String, String> properties = new LinkedHashMap<>(setup.properties);
        properties.put("abcast.id", Integer.toString(id));
        properties.put("abcast.partitions", setup.map);
        properties.put("abcast.durability", durability);
        String data = durability.equals("memory") ? "" : data(id).toString();
        properties.put("abcast.data_dir", data);
        properties.put("abcast.probe", "false");
        properties.put("jgroups.bind_addr", "127.0.0.1");
        properties.put("jgroups.bind_port", Integer.toString(port + id));
        StringBuilder hosts = new StringBuilder();
        for (int other = 1; other <= setup.servers + setup.seats; other++)
            hosts.append(other == 1 ? "" : ",")
                    .append("127.0.0.1[")
                    .append(port + other)
                    .append(']');
        properties.put("jgroups.tcpping.initial_hosts", hosts.toString());
        return new StoreSite.Stack(setup.config, cluster, properties, setup.attributes);
    }

    private Path data(int id) {
        return setup.directory.resolve("data-" + id);
    }

    private List<String> arguments(int id) {
        StoreSite.Stack stack = stack(id, setup.durability);
        List<String> all = new ArrayList<>(setup.arguments);
        all.addAll(List.of("--config", setup.config.toString(), "--cluster", cluster));
        stack.properties()
                .forEach((name, value) -> all.addAll(List.of("--property", name + "=" + value)));
        stack.attributes()
                .forEach((name, value) -> all.addAll(List.of("--set", name + "=" + value)));
        return all;
    }

    StoreProcess server(int id) {
        return processes.get(id - 1);
    }

    List<StoreProcess> servers() {
        return processes;
    }

    void start() throws IOException {
        for (StoreProcess each : processes) each.start();
    }

    void awaitActive() throws IOException {
        for (StoreProcess each : processes) each.ask("active");
    }

    /**
     * @throws IOException if replicas of a partition still differ after {@code seconds} seconds; the message has the
     *     figures of all replicas
     */
    void awaitEqual(List<String> partitions, long seconds)
            throws IOException, InterruptedException {
        long deadline = System.nanoTime() + seconds * 1_000_000_000;
        String seen = "";
        while (System.nanoTime() < deadline) {
            Map<String, String> states = new TreeMap<>();
            StringBuilder all = new StringBuilder();
            boolean isEqual = true;
            for (StoreProcess each : processes) {
                String[] words = figures(each).split(" ");
                all.append(each.id()).append(": ").append(String.join(" ", words)).append("; ");
                for (int i = 0; i + 3 < words.length; i += 4) {
                    if (!partitions.contains(words[i])) continue;
                    isEqual &= words[i + 1].equals(words[i + 2]);
                    String state = words[i + 2] + ' ' + words[i + 3];
                    String first = states.putIfAbsent(words[i], state);
                    isEqual &= first == null || first.equals(state);
                }
                isEqual &= words.length > 1;
            }
            if (isEqual && states.size() == partitions.size()) return;
            seen = all.toString();
            Thread.sleep(POLL_MILLIS);
        }
        throw new IOException("the replicas differ after " + seconds + " s: " + seen);
    }

    private static String figures(StoreProcess server) throws IOException {
        try {
            return server.ask("figures");
        } catch (IOException e) {
            if (server.alive()) return "";
            throw e;
        }
    }

    void dump(Path to) throws IOException {
        for (StoreProcess each : processes) each.ask("dump " + to.toAbsolutePath());
    }

    @Override
    public void close() {
        for (StoreProcess each : processes) if (each.alive()) each.terminate();
        for (StoreProcess each : processes) each.close();
    }
}
