package io.abcast.torture;

import io.abcast.command.process.JvmCommand;
import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * Runs this program in Linux namespaces of its own for network, mounts and processes, which Linux clears when the
 * sandbox ends. A sandbox needs root or unprivileged user namespaces, and the commands unshare, mount and ip.
 */
public final class Sandbox {
    private static final List<String> UNSHARE =
            List.of(
                    "unshare",
                    "--net",
                    "--mount",
                    "--pid",
                    "--fork",
                    "--kill-child",
                    "--mount-proc");

    /** Tests whether this host allows the operations that {@link NamespaceHosts} and {@link Disks} need. */
    private static final String TRIAL =
            "mount -t tmpfs -o size=1m tmpfs /run && mkdir /run/netns && ip netns add trial"
                    + " && ip link add name bridge0 type bridge"
                    + " && ip link add name veth0 type veth peer name eth0 netns trial"
                    + " && ip link set dev veth0 master bridge0"
                    + " && ip -n trial neigh replace 10.77.0.2 lladdr 02:00:00:00:00:02"
                    + " nud permanent dev eth0";

    private static final long END_SECONDS = 60;

    private final List<String> command;

    private Sandbox(List<String> command) {
        this.command = command;
    }

    /** @return a sandbox; {@code null} if this user cannot create a sandbox on this host */
    public static Sandbox find() {
        List<String> mapped = new ArrayList<>(UNSHARE);
        mapped.add("--map-root-user");
        if (works(UNSHARE)) return new Sandbox(UNSHARE);
        return works(mapped) ? new Sandbox(mapped) : null;
    }

    private static boolean works(List<String> unshare) {
        List<String> trial = new ArrayList<>(unshare);
        trial.addAll(List.of("sh", "-c", TRIAL));
        try {
            return Shell.result(trial, "").exitCode() == 0;
        } catch (IOException e) {
            return false;
        }
    }

    /**
     * Runs {@code abcast} with the given arguments in the sandbox; its standard input ends when this process ends.
     *
     * @return exit code of the sandboxed run
     */
    public int run(List<String> arguments) throws IOException, InterruptedException {
        List<String> all = new ArrayList<>(command);
        // File names of performance data contain process ids, and processes of two namespaces may
        // have equal ids.
        List<String> flags = new ArrayList<>(List.of("-XX:-UsePerfData"));
        flags.add("-Dabcast.root=" + System.getProperty("abcast.root", "."));
        all.addAll(
                JvmCommand.of(
                        flags, TortureMain.class.getName(), arguments.toArray(String[]::new)));
        Process process =
                new ProcessBuilder(all)
                        .redirectOutput(Redirect.INHERIT)
                        .redirectError(Redirect.INHERIT)
                        .start();
        Thread hook = new Thread(() -> end(process), "end-sandbox");
        Runtime.getRuntime().addShutdownHook(hook);
        int code = process.waitFor();
        try {
            Runtime.getRuntime().removeShutdownHook(hook);
        } catch (IllegalStateException e) {
            // After Ctrl-C, the shutdown hook of this JVM already runs, and will notice the end of
            // the sandboxed process.
        }
        return code;
    }

    private static void end(Process process) {
        try {
            process.getOutputStream().close();
            if (process.waitFor(END_SECONDS, TimeUnit.SECONDS)) return;
        } catch (IOException e) {
            // The process in the sandbox has ended.
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        process.destroyForcibly();
    }
}
