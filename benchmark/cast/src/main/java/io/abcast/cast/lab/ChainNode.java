package io.abcast.cast.lab;

import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;

/**
 * One host of a chain of TCP connections, which receives the file from its predecessor and sends received bytes on at
 * once. If the predecessor fails or sends no bytes for {@link #SILENCE_MILLIS} ms, the node continues at the same
 * offset with the next predecessor.
 *
 * <p>{@code ChainNode PORT SIZE FILE DONE BEFORE...}: BEFORE are the addresses of the predecessors, the nearest first,
 * and empty at the source. The file DONE gets the time in ns since the arrival of the first byte, when the whole file
 * has arrived.
 *
 * <p>A request is an offset in 8 bytes; the answer is pieces of the file, each after its length in 4 bytes.
 */
final class ChainNode {
    private static final int SILENCE_MILLIS = 2_000;
    private static final int ALIVE_MILLIS = 300;
    private static final int CONNECT_MILLIS = 500;
    private static final int AGAIN_MILLIS = 20;
    private static final int PIECE = 256 << 10;
    private static final int ASKERS_MAX = 64;

    private final FileChannel file;
    private final long size;

    /** Bytes that have arrived, counted from the start of the file; guarded by this object. */
    private long have;

    /** Time in ns of the first byte; 0 before its arrival. Only the thread that fetches the file uses this field. */
    private long firstNanos;

    /** Threads that each serve a successor of this node; guarded by this object. */
    private int askers;

    private ChainNode(FileChannel file, long size, long have) {
        this.file = file;
        this.size = size;
        this.have = have;
    }

    public static void main(String[] args) throws IOException, InterruptedException {
        int port = Integer.parseInt(args[0]);
        Path path = Path.of(args[2]);
        List<String> before = new ArrayList<>(List.of(args).subList(4, args.length));
        boolean source = before.isEmpty();
        FileChannel file =
                source
                        ? FileChannel.open(path, StandardOpenOption.READ)
                        : FileChannel.open(
                                path,
                                StandardOpenOption.CREATE_NEW,
                                StandardOpenOption.READ,
                                StandardOpenOption.WRITE);
        long size = Long.parseLong(args[1]);
        ChainNode node = new ChainNode(file, size, source ? size : 0);
        ServerSocketChannel server = ServerSocketChannel.open();
        server.bind(new InetSocketAddress(port));
        new Thread(() -> node.serve(server), "serve").start();
        if (source) return;
        node.fetch(before, port);
        long nanos = System.nanoTime() - node.firstNanos;
        Path done = Path.of(args[3]);
        Path part = done.resolveSibling(done.getFileName() + ".part");
        Files.writeString(part, Long.toString(nanos));
        Files.move(part, done, StandardCopyOption.ATOMIC_MOVE);
    }

    private void serve(ServerSocketChannel server) {
        try {
            while (true) {
                SocketChannel asker = server.accept();
                synchronized (this) {
                    if (askers == ASKERS_MAX) {
                        asker.close();
                        continue;
                    }
                    askers++;
                }
                new Thread(() -> give(asker), "give").start();
            }
        } catch (IOException e) {
            System.err.println("cannot serve: " + e);
            System.exit(1);
        }
    }

    private void give(SocketChannel asker) {
        try (asker) {
            long at = new DataInputStream(Channels.newInputStream(asker)).readLong();
            ByteBuffer length = ByteBuffer.allocate(Integer.BYTES);
            while (at < size) {
                int piece = (int) Math.min(PIECE, awaitMoreThan(at) - at);
                length.clear().putInt(piece).flip();
                while (length.hasRemaining()) asker.write(length);
                long end = at + piece;
                while (at < end) at += file.transferTo(at, end - at, asker);
            }
            // Block in a read until the successor closes the connection.
            asker.read(length.clear());
        } catch (IOException e) {
            // Ignored: the successor has ended, or has changed to another predecessor.
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } finally {
            synchronized (this) {
                askers--;
            }
        }
    }

    /**
     * @return number of bytes of the file that have arrived, which is more than {@code at}; or {@code at} after a
     *     timeout
     */
    private synchronized long awaitMoreThan(long at) throws InterruptedException {
        long deadline = System.nanoTime() + ALIVE_MILLIS * 1_000_000L;
        while (have <= at) {
            long left = (deadline - System.nanoTime()) / 1_000_000;
            if (left <= 0) return at;
            wait(left);
        }
        return have;
    }

    private void fetch(List<String> before, int port) throws InterruptedException {
        for (int i = 0; have() < size; i = (i + 1) % before.size()) {
            try (Socket socket = new Socket()) {
                socket.connect(new InetSocketAddress(before.get(i), port), CONNECT_MILLIS);
                socket.setSoTimeout(SILENCE_MILLIS);
                take(socket);
            } catch (IOException e) {
                System.err.println(before.get(i) + " at " + have() + ": " + e);
                Thread.sleep(AGAIN_MILLIS);
            }
        }
    }

    private void take(Socket socket) throws IOException {
        new DataOutputStream(socket.getOutputStream()).writeLong(have());
        DataInputStream in = new DataInputStream(socket.getInputStream());
        byte[] bytes = new byte[PIECE];
        while (have() < size) {
            int piece = in.readInt();
            if (piece > 0 && firstNanos == 0) firstNanos = System.nanoTime();
            if (piece < 0 || piece > size - have())
                throw new IOException("a piece of " + piece + " bytes");
            while (piece > 0) {
                int count = in.read(bytes, 0, Math.min(piece, bytes.length));
                if (count < 0) throw new IOException("closed within a piece");
                add(bytes, count);
                piece -= count;
            }
        }
    }

    private void add(byte[] bytes, int count) throws IOException {
        ByteBuffer buffer = ByteBuffer.wrap(bytes, 0, count);
        long at = have();
        while (buffer.hasRemaining()) at += file.write(buffer, at);
        synchronized (this) {
            have = at;
            notifyAll();
        }
    }

    private synchronized long have() {
        return have;
    }
}
