package io.abcast.cast.lab;

import io.abcast.command.process.Directories;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * The hosts of one run, their cables and their programs. Everything has a name with this process's number in it, and is
 * removed by {@link #close}; what a process left that is gone is removed by {@link #sweep}. Safe from any thread.
 */
public final class Lab implements AutoCloseable {
    private static final String NAME = "abcast-lab-";

    /** The number of the process that made it. */
    private static final Pattern OURS = Pattern.compile(NAME + "(\\d{1,10})-\\S{1,32}");

    /** A socket's state in Linux's tables. */
    private static final String LISTENING = "0A";

    private static final Path MEMORY = Path.of("/dev/shm");

    private final LabSpec spec;
    private final Path logs;
    private final List<List<HostProcess>> processes = new ArrayList<>();
    private final LinkBytes before;
    private boolean closed;

    /**
     * Makes it.
     *
     * @param logs where programs' output goes
     * @throws CannotException if this machine refuses
     */
    Lab(LabSpec spec, Path logs) throws CannotException {
        this.spec = spec;
        this.logs = logs;
        for (int host = 0; host <= spec.hosts(); host++) processes.add(new ArrayList<>());
        try {
            for (List<String> command : spec.commands()) Tools.run(command);
            before = read();
        } catch (IOException e) {
            close();
            throw new CannotException("this machine makes no such network: " + e.getMessage());
        }
    }

    /** Of this process, for {@link LabSpec#prefix}. */
    static String prefix() {
        return NAME + ProcessHandle.current().pid();
    }

    /** A directory in memory for the hosts' files, which {@link #sweep} finds. */
    static Path memory(String name) {
        return MEMORY.resolve(prefix() + "-" + name);
    }

    /**
     * Tries whether this machine can have a lab.
     *
     * @throws CannotException if not: the reason
     */
    static void check(String congestionControl, Path logs) throws CannotException {
        if (!System.getProperty("os.name").equals("Linux"))
            throw new CannotException(
                    "expected Linux, whose network namespaces are the hosts, got "
                            + System.getProperty("os.name"));
        if (!root())
            throw new CannotException(
                    "expected root: only root makes network namespaces and shapes their links");
        Tools.need("iproute2", "ip", "tc");
        if (!Files.isWritable(MEMORY))
            throw new CannotException("expected a file system in memory at " + MEMORY);
        String prefix = prefix() + "-try";
        new Lab(new LabSpec(prefix, 1, 100_000_000, congestionControl), logs).close();
    }

    private static boolean root() {
        try {
            return Files.getAttribute(Path.of("/proc/self"), "unix:uid").equals(0);
        } catch (IOException e) {
            return false;
        }
    }

    /** Removes what processes that are gone have left: namespaces with all that runs in them, and files in memory. */
    static void sweep() throws IOException {
        if (!root() || !Tools.there("ip")) return;
        for (String line : Tools.run(List.of("ip", "netns", "list")).split("\n", -1))
            if (orphan(line.split(" ", -1)[0])) remove(line.split(" ", -1)[0]);
        if (!Files.isDirectory(MEMORY)) return;
        try (Stream<Path> files = Files.list(MEMORY)) {
            for (Path file : files.toList())
                if (orphan(file.getFileName().toString())) Directories.delete(file);
        }
    }

    private static boolean orphan(String name) {
        Matcher ours = OURS.matcher(name);
        return ours.matches() && ProcessHandle.of(Long.parseLong(ours.group(1))).isEmpty();
    }

    private static void remove(String namespace) throws IOException {
        for (String pid : Tools.run(List.of("ip", "netns", "pids", namespace)).split("\n", -1))
            if (!pid.isBlank())
                ProcessHandle.of(Long.parseLong(pid.strip()))
                        .ifPresent(ProcessHandle::destroyForcibly);
        Tools.run(List.of("ip", "netns", "delete", namespace));
    }

    LabSpec spec() {
        return spec;
    }

    /** Starts a program beside the hosts, on the switch: its processor time counts for none of them. */
    HostProcess startBeside(String name, List<String> command) throws IOException {
        return start(spec.hosts(), name, command);
    }

    /** Starts a program on a host. */
    synchronized HostProcess start(int host, String name, List<String> command) throws IOException {
        if (closed) throw new IOException("the lab is closed");
        String where = host == spec.hosts() ? name : name + " on host " + host;
        List<HostProcess> here = processes.get(host);
        String number = host + (here.isEmpty() ? "" : "-" + here.size());
        Path log = logs.resolve(name + "-" + number + ".log");
        HostProcess process = new HostProcess(where, spec.on(host), log, command);
        here.add(process);
        return process;
    }

    /** A host is gone: its cable is out, so that nobody is told, and then its programs. */
    void kill(int host) throws IOException {
        Tools.run(spec.unplug(host));
        List<HostProcess> gone;
        synchronized (this) {
            gone = List.copyOf(processes.get(host));
        }
        gone.forEach(HostProcess::kill);
    }

    void rate(int host, long bitsPerSecond) throws IOException {
        for (List<String> command : spec.rate(host, bitsPerSecond)) Tools.run(command);
    }

    /** A host loses this share of the packets that arrive, at random. */
    void loss(int host, double share) throws CannotException, IOException {
        for (List<String> command : spec.singlePackets(host)) Tools.run(command);
        List<String> reasons = new ArrayList<>();
        for (List<List<String>> way : spec.loss(host, share)) {
            try {
                for (List<String> command : way) Tools.run(command);
                return;
            } catch (IOException e) {
                reasons.add(e.getMessage());
            }
        }
        throw new CannotException(
                "this machine loses no packets on purpose: " + String.join("; ", reasons));
    }

    /** Since the lab was made. */
    LinkBytes bytes() throws IOException {
        return read().since(before);
    }

    private LinkBytes read() throws IOException {
        List<String> command = new ArrayList<>(spec.on(spec.hosts()));
        command.addAll(List.of("cat", "/proc/net/dev"));
        return LinkBytes.parse(Tools.run(command), spec.hosts());
    }

    /** Whether somebody listens on a TCP port of a host, or of the switch. */
    boolean listens(int host, int port) throws IOException {
        List<String> command = new ArrayList<>(spec.on(host));
        command.addAll(List.of("cat", "/proc/net/tcp", "/proc/net/tcp6"));
        return listens(Tools.run(command), port);
    }

    static boolean listens(String table, int port) {
        String end = String.format(":%04X", port);
        return table.lines()
                .map(line -> line.strip().split("\\s+", -1))
                .anyMatch(f -> f.length > 3 && f[1].endsWith(end) && f[3].equals(LISTENING));
    }

    /** Of the programs of a host, so far. */
    synchronized double cpuSeconds(int host) {
        return processes.get(host).stream().mapToDouble(HostProcess::cpuSeconds).sum();
    }

    /** Ends all programs and removes all namespaces. Does nothing the second time. */
    @Override
    public void close() {
        List<HostProcess> all;
        synchronized (this) {
            if (closed) return;
            closed = true;
            all = processes.stream().flatMap(List::stream).toList();
        }
        all.forEach(HostProcess::kill);
        for (int host = spec.hosts() - 1; host >= 0; host--) removeQuietly(spec.hostName(host));
        removeQuietly(spec.switchName());
    }

    /** What was never made cannot be removed. */
    private static void removeQuietly(String namespace) {
        if (!Files.exists(Path.of("/run/netns", namespace))) return;
        try {
            remove(namespace);
        } catch (IOException e) {
            System.err.println(
                    "left behind: network namespace " + namespace + ": " + e.getMessage());
        }
    }
}
