package io.abcast.cast.lab;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Executors;

/**
 * Tracker through which BitTorrent peers find each other (Cohen 2008, BEP 3; compact replies: Harrison 2008, BEP 23).
 * The tracker returns the addresses of all other peers to each peer that announces itself. The tracker serves a single
 * torrent, and is not suitable for public networks.
 */
final class Tracker {
    static final int PORT = 6969;

    /** In seconds; it can be long, because a peer receives the addresses of all earlier peers at its start. */
    private static final int INTERVAL_SECONDS = 30;

    private static final int PEERS_MAX = 200;

    private final Map<String, InetSocketAddress> peers = new LinkedHashMap<>();
    private final Set<String> seeds = new HashSet<>();
    private final boolean seedsFirst;

    /**
     * @param seedsFirst whether the first reply to a peer without the whole file contains only peers with the whole
     *     file
     */
    Tracker(boolean seedsFirst) {
        this.seedsFirst = seedsFirst;
    }

    /** Serves announcements until the process is killed; the command line is {@code Tracker ADDRESS [seeds-first]}. */
    public static void main(String[] args) throws IOException {
        HttpServer server =
                HttpServer.create(new InetSocketAddress(InetAddress.getByName(args[0]), PORT), 0);
        Tracker tracker = new Tracker(args.length > 1);
        server.createContext("/announce", tracker::answer);
        server.setExecutor(Executors.newSingleThreadExecutor());
        server.start();
    }

    private void answer(HttpExchange exchange) throws IOException {
        byte[] reply =
                reply(
                        exchange.getRequestURI().getRawQuery(),
                        exchange.getRemoteAddress().getAddress());
        exchange.sendResponseHeaders(200, reply.length);
        exchange.getResponseBody().write(reply);
        exchange.close();
    }

    byte[] reply(String query, InetAddress from) {
        Map<String, String> fields = new LinkedHashMap<>();
        for (String field : query == null ? new String[0] : query.split("&", -1)) {
            int equals = field.indexOf('=');
            if (equals > 0) fields.put(field.substring(0, equals), field.substring(equals + 1));
        }
        String id = fields.get("peer_id");
        int port = port(fields.get("port"));
        if (id == null || port < 0) return text("d14:failure reason20:no peer_id or no porte");
        if ("stopped".equals(fields.get("event"))) peers.remove(id);
        else if (peers.size() < PEERS_MAX || peers.containsKey(id))
            peers.put(id, new InetSocketAddress(from, port));
        if ("0".equals(fields.get("left"))) seeds.add(id);
        boolean seedsOnly =
                seedsFirst && "started".equals(fields.get("event")) && !seeds.contains(id);
        List<InetSocketAddress> others = new ArrayList<>();
        peers.forEach(
                (other, address) -> {
                    if (!other.equals(id) && (!seedsOnly || seeds.contains(other)))
                        others.add(address);
                });
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        out.writeBytes(text("d8:intervali" + INTERVAL_SECONDS + "e5:peers"));
        out.writeBytes(text(6 * others.size() + ":"));
        for (InetSocketAddress other : others) {
            out.writeBytes(other.getAddress().getAddress());
            out.write(other.getPort() >> 8);
            out.write(other.getPort());
        }
        out.writeBytes(text("e"));
        return out.toByteArray();
    }

    /** Minus 1 if the text is no valid port. */
    private static int port(String text) {
        return text != null && text.matches("\\d{1,5}") ? Integer.parseInt(text) : -1;
    }

    private static byte[] text(String text) {
        return text.getBytes(StandardCharsets.US_ASCII);
    }
}
