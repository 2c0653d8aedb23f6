package io.abcast.benchmark.cli;

import io.abcast.benchmark.load.LoadSpec;
import io.abcast.benchmark.load.Payload;
import io.abcast.benchmark.server.ReplicaServer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import picocli.CommandLine;
import picocli.CommandLine.ParameterException;

/** Checks of a command's options: a wrong one is told in one line, with what was expected. */
final class Usage {
    static final List<String> DURABILITIES = List.of("memory", "file", "fsync");

    private final CommandLine command;

    Usage(CommandLine command) {
        this.command = command;
    }

    ParameterException wrong(String name, String expected, Object actual) {
        return new ParameterException(command, name + ": expected " + expected + ", got " + actual);
    }

    /** @return the value in lower case */
    String oneOf(String name, String value, List<String> allowed) {
        String lower = value.toLowerCase(Locale.ROOT);
        if (!allowed.contains(lower)) throw wrong(name, String.join(" or ", allowed), value);
        return lower;
    }

    /** @return the value in lower case */
    String durability(String name, String value) {
        return oneOf(name, value, DURABILITIES);
    }

    void atLeast(String name, long value, long least) {
        if (value < least) throw wrong(name, "at least " + least, value);
    }

    void positiveSeconds(String name, double value) {
        if (!(value > 0)) throw wrong(name, "a positive number of seconds", value);
    }

    void readable(String name, Path file) {
        if (!Files.isReadable(file)) throw wrong(name, "a readable file", file);
    }

    /** A number that the protocol runs with. */
    void nodes(String protocol, int n, int least, int most) {
        if (n < least || n > most) throw wrong("--nodes", "a number in " + least + ".." + most, n);
        ProtocolNames.check(command, protocol, n);
    }

    /** The longest value that fits into a request of that stack's. */
    int payloadMax(Path stack, String protocol) {
        return Math.min(
                requestMax(stack, protocol) - Payload.WRITE_HEAD_BYTES, LoadSpec.PAYLOAD_BYTES_MAX);
    }

    private int requestMax(Path stack, String protocol) {
        try {
            return ReplicaServer.payloadBytesMax(stack, protocol);
        } catch (IOException e) {
            throw new ParameterException(command, e.getMessage(), e);
        }
    }

    /** A value must fit into a request of that stack's. */
    void payload(int bytes, Path stack, String protocol) {
        int most = payloadMax(stack, protocol);
        if (bytes >= 0 && bytes <= most) return;
        throw wrong(
                "--payload",
                "0.."
                        + most
                        + " (payload_bytes_max "
                        + requestMax(stack, protocol)
                        + " of "
                        + stack
                        + " less key and header)",
                bytes);
    }
}
