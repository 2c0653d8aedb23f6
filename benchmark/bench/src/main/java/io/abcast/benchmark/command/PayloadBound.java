package io.abcast.benchmark.command;

import io.abcast.benchmark.load.NetworkTarget;
import io.abcast.command.Usage;
import io.abcast.load.LoadSpec;
import io.abcast.server.ReplicaServer;
import java.io.IOException;
import java.nio.file.Path;
import picocli.CommandLine.ParameterException;

/** Computes the maximum length in bytes of a value that servers with a given stack accept in a write. */
final class PayloadBound {
    private final Usage usage;
    private final Path stack;
    private final int requestBytesMax;

    PayloadBound(Usage usage, Path stack, String protocol) {
        this.usage = usage;
        this.stack = stack;
        try {
            requestBytesMax = ReplicaServer.payloadBytesMax(stack, protocol);
        } catch (IOException e) {
            throw new ParameterException(usage.command(), e.getMessage(), e);
        }
    }

    int bytesMax() {
        return Math.min(
                requestBytesMax - NetworkTarget.WRITE_HEAD_BYTES, LoadSpec.PAYLOAD_BYTES_MAX);
    }

    void check(int bytes) {
        if (bytes >= 0 && bytes <= bytesMax()) return;
        throw usage.wrong(
                "--payload",
                "0.."
                        + bytesMax()
                        + " (payload_bytes_max "
                        + requestBytesMax
                        + " of "
                        + stack
                        + " less key and header)",
                bytes);
    }
}
