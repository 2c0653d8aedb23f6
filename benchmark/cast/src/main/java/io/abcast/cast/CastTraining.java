package io.abcast.cast;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.Writer;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.Collectors;

/**
 * Runs a short cast (file transfer) on the loopback interface, while the JVM records the classes that it loads. The
 * launcher makes a class cache (CDS archive) from the recorded classes, with which later casts start faster.
 */
final class CastTraining {
    private static final int MEMBERS = 3;
    private static final int FILE_BYTES = 48 << 20;

    private CastTraining() {}

    /** @param args directory for the files of the training cast, which the launcher removes */
    public static void main(String[] args) throws Exception {
        Path directory = Files.createDirectory(Path.of(args[0]));
        Path file = directory.resolve("file");
        byte[] bytes = new byte[FILE_BYTES];
        new Random(1).nextBytes(bytes);
        Files.write(file, bytes);
        String members = freeAddresses();
        ExecutorService running = Executors.newCachedThreadPool();
        for (int id = 2; id <= MEMBERS; id++) {
            Path to = Files.createDirectory(directory.resolve("member" + id));
            String[] receive = arguments("receive", to, id, members);
            running.execute(() -> run(receive));
        }
        String[] cast = arguments("cast", file, 1, members);
        int code;
        try {
            code = running.submit(() -> run(cast)).get(1, TimeUnit.MINUTES);
        } catch (TimeoutException e) {
            code = 1; // exit at once, because the user's cast waits for this process
        }
        System.exit(code);
    }

    private static String[] arguments(String command, Path path, int id, String members) {
        return new String[] {
            command,
            path.toString(),
            "--id",
            "" + id,
            "--members",
            members,
            "--join",
            "10",
            "--rate",
            "400mbit"
        };
    }

    private static int run(String[] arguments) {
        PrintWriter nowhere = new PrintWriter(Writer.nullWriter());
        return CastMain.commandLine(arguments).setOut(nowhere).setErr(nowhere).execute(arguments);
    }

    private static String freeAddresses() throws IOException {
        List<ServerSocket> held = new ArrayList<>();
        InetAddress loopback = InetAddress.getLoopbackAddress();
        try {
            for (int i = 0; i < MEMBERS; i++) held.add(new ServerSocket(0, 1, loopback));
            return held.stream()
                    .map(socket -> loopback.getHostAddress() + ":" + socket.getLocalPort())
                    .collect(Collectors.joining(","));
        } finally {
            for (ServerSocket socket : held) socket.close();
        }
    }
}
