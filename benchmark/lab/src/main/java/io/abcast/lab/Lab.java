package io.abcast.lab;

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
 * A lab: emulated hosts of one run on this machine, with cables and programs. The method {@link #close} removes the
 * lab; {@link #sweep} removes labs of ended processes, whose ids are in the names. The class is thread-safe.
 */
public final class Lab implements AutoCloseable {
    private static final String NAME = "abcast-lab-";

    /** Name of a namespace or directory of a lab; the group is the id of its process. */
    private static final Pattern OURS = Pattern.compile(NAME + "(\\d{1,10})-\\S{1,32}");

    /** State of a listening socket in Linux's tables of sockets. */
    private static final String LISTENING = "0A";

    private static final Path MEMORY = Path.of("/dev/shm");

    private final LabSpec spec;
    private final Path logs;
    private final List<List<HostProcess>> processes = new ArrayList<>();
    private final LinkBytes before;
    private boolean closed;

    /**
     * Creates the hosts, the switch and the cables of a lab.
     *
     * @param logs directory for the output of the programs in the lab
     * @throws CannotException if this machine cannot create a lab
     */
    public Lab(LabSpec spec, Path logs) throws CannotException {
        this.spec = spec;
        this.logs = logs;
        for (int host = 0; host <= spec.hosts(); host++) processes.add(new ArrayList<>());
        try {
            for (List<String> command : spec.commands()) Tools.run(command);
            before = read();
        } catch (IOException e) {
            close();
            throw new CannotException("this machine cannot create the network: " + e.getMessage());
        }
    }

    /** Prefix for the names of the labs of this process, for {@link LabSpec#prefix}. */
    public static String prefix() {
        return NAME + ProcessHandle.current().pid();
    }

    /** A directory in memory for the files of the lab's hosts, with a name that {@link #sweep} recognises. */
    public static Path memory(String name) {
        return MEMORY.resolve(prefix() + "-" + name);
    }

    /** @throws CannotException if this machine cannot create a lab; the message has the reason */
    public static void check(String congestionControl, Path logs) throws CannotException {
        if (!System.getProperty("os.name").equals("Linux"))
            throw new CannotException(
                    "expected Linux, whose network namespaces are the hosts, got "
                            + System.getProperty("os.name"));
        if (!root())
            throw new CannotException(
                    "expected root: only root can create network namespaces and limit their links");
        Tools.need("iproute2", "ip", "tc");
        if (!Files.isWritable(MEMORY))
            throw new CannotException("expected a file system in memory at " + MEMORY);
        String prefix = prefix() + "-try";
        new Lab(LabSpec.even(prefix, 1, 100_000_000, congestionControl), logs).close();
    }

    private static boolean root() {
        try {
            return Files.getAttribute(Path.of("/proc/self"), "unix:uid").equals(0);
        } catch (IOException e) {
            return false;
        }
    }

    /** Removes the namespaces with all their programs, and the files in memory, that ended processes left behind. */
    public static void sweep() throws IOException {
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

    public LabSpec spec() {
        return spec;
    }

    /** Starts a program on the switch of the lab, where its processor time counts for no host. */
    public HostProcess startBeside(String name, List<String> command) throws IOException {
        return start(spec.hosts(), name, command);
    }

    /** Starts a program on a host. */
    public synchronized HostProcess start(int host, String name, List<String> command)
            throws IOException {
        if (closed) throw new IOException("the lab is closed");
        String where = host == spec.hosts() ? name : name + " on host " + host;
        List<HostProcess> here = processes.get(host);
        String number = host + (here.isEmpty() ? "" : "-" + here.size());
        Path log = logs.resolve(name + "-" + number + ".log");
        HostProcess process = new HostProcess(where, spec.on(host), log, command);
        here.add(process);
        return process;
    }

    /** Kills a host: unplugs its cable, so that other hosts see no closing connections, and then kills its programs. */
    public void kill(int host) throws IOException {
        Tools.run(spec.unplug(host));
        List<HostProcess> gone;
        synchronized (this) {
            gone = List.copyOf(processes.get(host));
        }
        gone.forEach(HostProcess::kill);
    }

    /**
     * Changes the rates of a host's cable.
     *
     * @param up rate from the host to the switch, in bit/s
     * @param down rate from the switch to the host, in bit/s
     */
    public void rate(int host, long up, long down) throws IOException {
        for (List<String> command : spec.rate(host, up, down)) Tools.run(command);
    }

    /** Makes a host lose the given fraction of the packets that arrive at the host, at random. */
    public void loss(int host, double share) throws CannotException, IOException {
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
                "this machine cannot drop packets at random: " + String.join("; ", reasons));
    }

    /** Number of bytes that the lab's cables have carried since the creation of the lab. */
    public LinkBytes bytes() throws IOException {
        return read().since(before);
    }

    private LinkBytes read() throws IOException {
        List<String> command = new ArrayList<>(spec.on(spec.hosts()));
        command.addAll(List.of("cat", "/proc/net/dev"));
        return LinkBytes.parse(Tools.run(command), spec.hosts());
    }

    /** Whether a process listens on a TCP port of a host or of the switch. */
    public boolean listens(int host, int port) throws IOException {
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

    /** Processor time in seconds that the programs of a host have used up to now. */
    public synchronized double cpuSeconds(int host) {
        return processes.get(host).stream().mapToDouble(HostProcess::cpuSeconds).sum();
    }

    /** Ends all programs and removes all namespaces of the lab; a second call has no effect. */
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

    private static void removeQuietly(String namespace) {
        if (!Files.exists(Path.of("/run/netns", namespace))) return;
        try {
            remove(namespace);
        } catch (IOException e) {
            System.err.println(
                    "could not remove network namespace " + namespace + ": " + e.getMessage());
        }
    }
}
