package io.abcast.load.contest;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * Whether a run has its own network namespace, so that the loopback counters count only the run's traffic.
 *
 * @param prefix words that precede the command of a run; empty if runs are not isolated
 */
public record Isolation(List<String> prefix) {
    /** No isolation of networks: runs use the network of the host. */
    public static final Isolation NONE = new Isolation(List.of());

    /** The {@code exec} keeps the shell's process id for the command of the run. */
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
