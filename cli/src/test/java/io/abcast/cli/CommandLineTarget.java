package io.abcast.cli;

import io.abcast.benchmark.command.LoadOptions;
import io.abcast.fuzz.Target;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.ParameterException;

/**
 * Fuzz target for the options of {@code abcast bench}, one per line. The class is in this package because the options
 * are package-private.
 */
public final class CommandLineTarget implements Target {
    @Command(name = "bench")
    private static final class Bench implements Runnable {
        @Mixin private LoadOptions load;

        @Override
        public void run() {}
    }

    /**
     * Without this option, {@code abcast bench} would search for a shipped stack in the directory of its launcher
     * script.
     */
    private static final String CONFIG = "--config=../config/zab-tcp.xml";

    private static final int OPTIONS_MAX = 20;

    @Override
    public String name() {
        return "command-line";
    }

    @Override
    public List<byte[]> seeds() {
        List<byte[]> seeds = new ArrayList<>();
        for (String option :
                List.of(
                        "--nodes=3,5",
                        "--protocol=ZAB",
                        "--clients=50,250",
                        "--write-ratio=100",
                        "--reads=local",
                        "--payload=1024",
                        "--keys=10",
                        "--wait=25-75",
                        "--rate=2000",
                        "--rate=100:10s,20000:20s,0:500ms",
                        "--warmup=5",
                        "--duration=0.5",
                        "--attach=network",
                        "--connections=25",
                        "--batching=on",
                        "--durability=fsync",
                        "--runs=2",
                        "--seed=-7",
                        "--server-heap=512m")) seeds.add(option.getBytes(StandardCharsets.UTF_8));
        return seeds;
    }

    @Override
    public boolean accepts(byte[] input) {
        String text = new String(input, StandardCharsets.UTF_8);
        // Refuse inputs that name files, because {@code abcast bench} would read a stack file, or
        // picocli would read options from a file.
        if (text.contains("@") || text.contains("--config")) return false;
        Bench bench = new Bench();
        CommandLine command = new CommandLine(bench);
        command.setCaseInsensitiveEnumValuesAllowed(true);
        try {
            List<String> arguments = new ArrayList<>(List.of(text.split("\n", OPTIONS_MAX)));
            arguments.add(CONFIG);
            command.parseArgs(arguments.toArray(String[]::new));
            bench.load.plan(command);
            return true;
        } catch (ParameterException e) {
            if (e.getMessage() == null || e.getMessage().isBlank())
                throw new AssertionError("no message", e);
            return false;
        }
    }

    @Override
    public long allocatedBytesMax(int inputBytes) {
        return (16L << 20) + 4_096L * inputBytes;
    }

    @Override
    public int mutations() {
        return 150;
    }
}
