package io.abcast.benchmark.cast;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Commands of small JVMs with this one's class path. Many of them share a machine: little heap, and each is told that it has
 * one processor, so that it starts few threads.
 */
final class Jvm {
    /** One on a line; nothing without the launcher, which has them. */
    private static final String LAUNCHER_FLAGS = "abcast.cast.flags";

    /**
     * Small, since blocks live for seconds and are copied when it is full: all hosts' copies at the same time, on the processors of one
     * machine, take longer than the links' queues last.
     */
    private static final String YOUNG = "-Xmn32m";

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
                new ArrayList<>(System.getProperty(LAUNCHER_FLAGS, "").lines().toList());
        flags.add(YOUNG);
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
                        "-XX:-UsePerfData"));
        command.addAll(flags);
        command.addAll(List.of("-cp", System.getProperty("java.class.path"), main));
        command.addAll(arguments);
        return command;
    }
}
