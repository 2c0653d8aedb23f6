package io.abcast.fuzz;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * Searches for inputs that break decoders: runs the fuzzer Jazzer on one target after another, each in a separate JVM.
 * Arguments: the seconds per target, and the comma-separated targets (default: all).
 */
public final class DecoderSearch {
    private static final String JAZZER = "com.code_intelligence.jazzer.Jazzer";
    private static final Path WORK = Path.of("target", "fuzz");

    /** Time after the end of its search at which the JVM of a fuzz target is killed if it still runs. */
    private static final long GRACE_SECONDS = 120;

    private static final int INPUT_BYTES_MAX = 16 << 10;

    private DecoderSearch() {}

    public static void main(String[] args) throws Exception {
        int seconds = Integer.parseInt(args[0]);
        String chosen = args.length > 1 ? args[1] : "";
        List<String> failed = new ArrayList<>();
        for (Target target : Targets.all()) {
            if (!chosen.isEmpty() && !List.of(chosen.split(",")).contains(target.name())) continue;
            System.out.printf("%n=== %s, %d s%n", target.name(), seconds);
            if (!search(target, seconds)) failed.add(target.name());
        }
        System.out.printf("%n%s%n", failed.isEmpty() ? "nothing found" : "findings in: " + failed);
        System.exit(failed.isEmpty() ? 0 : 1);
    }

    private static boolean search(Target target, int seconds) throws Exception {
        Path work = WORK.resolve(target.name());
        Path corpus = work.resolve("corpus");
        Files.createDirectories(corpus);
        int number = 0;
        for (byte[] seed : target.seeds()) Files.write(corpus.resolve("seed-" + number++), seed);
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(List.of("-Xmx1g", "-ea", "-Dabcast.fuzz.target=" + target.name()));
        command.addAll(List.of("-cp", System.getProperty("java.class.path"), JAZZER));
        command.add("--target_class=" + DecoderFuzzer.class.getName());
        command.add("--instrumentation_includes=io.abcast.**");
        // The sanitizer hooks take time, and watch for calls that abcast's decoders never make.
        command.add("--disabled_hooks=com.code_intelligence.jazzer.sanitizers.*");
        command.add("-max_total_time=" + seconds);
        command.add("-max_len=" + INPUT_BYTES_MAX);
        command.add("-rss_limit_mb=4096");
        command.add("-print_final_stats=1");
        command.add("-artifact_prefix=" + work + "/");
        command.add(corpus.toString());
        return run(command, seconds);
    }

    private static boolean run(List<String> command, int seconds)
            throws IOException, InterruptedException {
        Process process = new ProcessBuilder(command).inheritIO().start();
        if (process.waitFor(seconds + GRACE_SECONDS, TimeUnit.SECONDS))
            return process.exitValue() == 0;
        process.destroyForcibly();
        return false;
    }
}
