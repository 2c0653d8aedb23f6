package io.abcast.load.contest;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * Defines whether a run has its own network namespace with only a loopback interface. In a network namespace of its
 * own, the loopback counters count exactly the run's traffic, and no other process disturbs the run's network.
 *
 * @param prefix words that precede the command of a run; empty if runs are not isolated
 */
public record Isolation(List<String> prefix) {
    /** No isolation of networks: runs use the network of the host. */
    public static final Isolation NONE = new Isolation(List.of());

    /**
     * Shell script that replaces the shell by the command of the run, so that the command keeps the shell's process id.
     */
    private static final String SCRIPT = "ip link set lo up && exec \"$@\"";

    private static final long TRY_SECONDS = 5;

    public boolean ownNetwork() {
        return !prefix.isEmpty();
    }

    /** The strongest isolation of networks that the present user can get on this host. */
    public static Isolation best() {
        for (String namespaces : List.of("-n", "-rn")) {
            Isolation isolation =
                    new Isolation(List.of("unshare", namespaces, "sh", "-c", SCRIPT, "sh"));
            if (isolation.works()) return isolation;
        }
        return NONE;
    }

    private boolean works() {
        List<String> command = new ArrayList<>(prefix);
        command.add("true");
        try {
            Process process =
                    new ProcessBuilder(command)
                            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                            .redirectError(ProcessBuilder.Redirect.DISCARD)
                            .start();
            if (process.waitFor(TRY_SECONDS, TimeUnit.SECONDS)) return process.exitValue() == 0;
            process.destroyForcibly();
            return false;
        } catch (IOException e) {
            return false;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }
}
