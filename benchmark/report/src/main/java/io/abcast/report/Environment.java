package io.abcast.report;

import io.abcast.command.JsonText;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * The environment of a measurement: the machine, the software and the settings with which its figures were measured.
 *
 * @param commit commit of abcast's sources; {@code -dirty} is appended if the sources differ from the commit
 * @param stack text of the JGroups stack file
 */
public record Environment(
        String commit,
        String time,
        String jvm,
        List<String> jvmFlags,
        List<String> serverFlags,
        String os,
        int processors,
        long memoryMegabytes,
        String processor,
        String stackName,
        String stack) {

    /** @param configs paths of the JGroups stack files, each of which must be readable */
    public static Environment here(Collection<Path> configs, List<String> serverFlags)
            throws IOException {
        List<String> names = new ArrayList<>();
        StringBuilder stacks = new StringBuilder();
        for (Path config : new LinkedHashSet<>(configs)) {
            names.add(config.getFileName().toString());
            stacks.append(Files.readString(config));
        }
        return new Environment(
                readCommit(Path.of(System.getProperty("abcast.root", "."))),
                Instant.now().truncatedTo(ChronoUnit.SECONDS).toString(),
                System.getProperty("java.vm.name") + " " + System.getProperty("java.vm.version"),
                ManagementFactory.getRuntimeMXBean().getInputArguments().stream()
                        .filter(flag -> !flag.startsWith("-D"))
                        .toList(),
                serverFlags,
                System.getProperty("os.name")
                        + " "
                        + System.getProperty("os.version")
                        + " "
                        + System.getProperty("os.arch"),
                Runtime.getRuntime().availableProcessors(),
                readMemory(),
                readProcessor(),
                String.join(", ", names),
                stacks.toString());
    }

    /** Description of the measured host in one line of text. */
    public String host() {
        return os + ", " + processors + " processors, " + memoryMegabytes + " MB";
    }

    public void write(JsonText json) {
        json.key("commit").value(commit).key("time").value(time).key("jvm").value(jvm);
        json.key("jvm_flags").values(jvmFlags).key("server_flags").values(serverFlags);
        json.key("host").open('{');
        json.key("os").value(os).key("processors").value(processors);
        json.key("memory_mb").value(memoryMegabytes).key("processor").value(processor);
        json.close('}');
        json.key("stack").value(stackName);
    }

    private static long readMemory() {
        var system =
                ManagementFactory.getPlatformMXBean(com.sun.management.OperatingSystemMXBean.class);
        return system.getTotalMemorySize() >> 20;
    }

    private static String readProcessor() {
        try {
            return Files.readAllLines(Path.of("/proc/cpuinfo")).stream()
                    .filter(line -> line.startsWith("model name"))
                    .map(line -> line.substring(line.indexOf(':') + 1).strip())
                    .findFirst()
                    .orElse("unknown");
        } catch (IOException e) {
            return "unknown";
        }
    }

    private static String readCommit(Path root) {
        String head = git(root, "rev-parse", "--short=12", "HEAD");
        if (head == null || head.isEmpty()) return "unknown";
        String changes = git(root, "status", "--porcelain", "--untracked-files=no");
        return changes == null || changes.isEmpty() ? head : head + "-dirty";
    }

    /** Null if git is not installed or the sources are in no repository. */
    private static String git(Path root, String... arguments) {
        List<String> command = new ArrayList<>(List.of("git", "-C", root.toString()));
        command.addAll(List.of(arguments));
        try {
            Process git =
                    new ProcessBuilder(command)
                            .redirectError(ProcessBuilder.Redirect.DISCARD)
                            .start();
            String out = new String(git.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            return git.waitFor(5, TimeUnit.SECONDS) && git.exitValue() == 0 ? out.strip() : null;
        } catch (IOException e) {
            return null;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return null;
        }
    }
}
