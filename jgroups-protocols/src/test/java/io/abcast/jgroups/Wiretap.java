package io.abcast.jgroups;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/**
 * An attacker on the network in front of one port: forwards and records the bytes of all connections, and can inject
 * bytes.
 */
final class Wiretap implements AutoCloseable {
    private static final int RECORD_BYTES_MAX = 1 << 20;

    private final ServerSocket port = new ServerSocket();
    private final InetSocketAddress target;
    private final List<Flow> flows = new CopyOnWriteArrayList<>();
    private final List<Socket> hung = new CopyOnWriteArrayList<>();
    private volatile boolean hangs;

    Wiretap(int at, int target) throws IOException {
        this.target = new InetSocketAddress(InetAddress.getLoopbackAddress(), target);
        port.setReuseAddress(true);
        port.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), at));
        thread(this::accept);
    }

    private static void thread(Runnable task) {
        Thread thread = new Thread(task, "wiretap");
        thread.setDaemon(true);
        thread.start();
    }

    private void accept() {
        while (!port.isClosed()) {
            try {
                Socket from = port.accept();
                if (hangs) {
                    hung.add(from);
                    continue;
                }
                Socket to = new Socket();
                try {
                    to.connect(target, 5_000);
                } catch (IOException e) {
                    from.close();
                    continue;
                }
                Flow there = new Flow(from, to);
                Flow back = new Flow(to, from);
                flows.add(there);
                thread(there);
                thread(back);
            } catch (IOException e) {
                // A failed read shows that the wiretap has closed the socket, or that the peer has
                // ended.
            }
        }
    }

    List<byte[]> recorded() {
        List<byte[]> all = new ArrayList<>();
        for (Flow flow : flows) all.add(flow.recorded());
        return all;
    }

    int inject(byte[] bytes) {
        int open = 0;
        for (Flow flow : flows) if (flow.inject(bytes)) open++;
        return open;
    }

    void hang() {
        hangs = true;
        for (Flow flow : flows) flow.end();
    }

    int hung() {
        return hung.size();
    }

    @Override
    public void close() throws IOException {
        port.close();
        for (Socket socket : hung) socket.close();
        for (Flow flow : flows) flow.end();
    }

    private static final class Flow implements Runnable {
        private final Socket from;
        private final Socket to;
        private final ByteArrayOutputStream record = new ByteArrayOutputStream();

        Flow(Socket from, Socket to) {
            this.from = from;
            this.to = to;
        }

        @Override
        public void run() {
            byte[] buffer = new byte[65_536];
            try {
                InputStream in = from.getInputStream();
                for (int n = in.read(buffer); n >= 0; n = in.read(buffer)) pass(buffer, n);
            } catch (IOException e) {
                // A failed read shows that the connection has ended, because one end has closed the
                // connection.
            } finally {
                end();
            }
        }

        private synchronized void pass(byte[] bytes, int length) throws IOException {
            OutputStream out = to.getOutputStream();
            out.write(bytes, 0, length);
            if (record.size() + length <= RECORD_BYTES_MAX) record.write(bytes, 0, length);
        }

        synchronized byte[] recorded() {
            return record.toByteArray();
        }

        synchronized boolean inject(byte[] bytes) {
            if (to.isClosed()) return false;
            try {
                to.getOutputStream().write(bytes);
                return true;
            } catch (IOException e) {
                return false;
            }
        }

        void end() {
            try {
                from.close();
                to.close();
            } catch (IOException e) {
                // If closing one end of a connection fails, the wiretap treats both ends as closed.
            }
        }
    }
}
