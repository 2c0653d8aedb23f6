package io.abcast.benchmark.cast;

import java.lang.module.ModuleFinder;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Commands of small JVMs with this one's class path. Many of them share a machine: little heap, and each is told that it has
 * one processor, so that it starts few threads.
 */
final class Jvm {
    private static final String VECTORS = "jdk.incubator.vector";

    private Jvm() {}

    /** Of a class, whose work needs no optimising compiler. */
    static List<String> command(int heapMegabytes, Class<?> main, String... arguments) {
        return command(
                heapMegabytes,
                List.of("-XX:TieredStopAtLevel=1"),
                main.getName(),
                Arrays.asList(arguments));
    }

    /** Of abcast's command line, with the flags that its launcher gives to {@code cast} and {@code receive}. */
    static List<String> abcast(int heapMegabytes, List<String> arguments) {
        List<String> flags =
                new ArrayList<>(
                        List.of(
                                "-XX:Tier4InvocationThreshold=50000",
                                "-XX:Tier4MinInvocationThreshold=6000",
                                "-XX:Tier4CompileThreshold=150000",
                                "-XX:Tier4BackEdgeThreshold=400000",
                                "-XX:CompileCommand=quiet",
                                "-XX:CompileCommand=CompileThresholdScaling,sun.security.provider.*::*,0.1",
                                "-XX:CompileCommand=CompileThresholdScaling,io.abcast.dissemination.cooper.code.*::*,0.1"));
        if (ModuleFinder.ofSystem().find(VECTORS).isPresent())
            flags.addAll(List.of("--add-modules", VECTORS));
        return command(heapMegabytes, flags, "io.abcast.benchmark.cli.Main", arguments);
    }

    private static List<String> command(
            int heapMegabytes, List<String> flags, String main, List<String> arguments) {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(
                List.of(
                        "-Xmx" + heapMegabytes + "m",
                        "-XX:+UseSerialGC",
                        "-XX:ActiveProcessorCount=1",
                        "-Xshare:auto",
                        "-XX:-UsePerfData"));
        command.addAll(flags);
        command.addAll(List.of("-cp", System.getProperty("java.class.path"), main));
        command.addAll(arguments);
        return command;
    }
}
