package io.abcast.server;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.abcast.jgroups.AbcastProtocol;
import io.abcast.jgroups.metrics.AbcastMetrics;
import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.binder.jvm.ClassLoaderMetrics;
import io.micrometer.core.instrument.binder.jvm.JvmGcMetrics;
import io.micrometer.core.instrument.binder.jvm.JvmMemoryMetrics;
import io.micrometer.core.instrument.binder.jvm.JvmThreadMetrics;
import io.micrometer.core.instrument.binder.system.FileDescriptorMetrics;
import io.micrometer.core.instrument.binder.system.ProcessorMetrics;
import io.micrometer.core.instrument.binder.system.UptimeMetrics;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import io.netty.util.concurrent.DefaultThreadFactory;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;

/**
 * Serves the metrics of the member, the client port and the JVM to Prometheus by {@code GET /metrics}. The port has
 * separate threads, so that scrapes (requests of Prometheus) delay no other work.
 */
final class MetricsPort implements AutoCloseable {
    private static final String PATH = "/metrics";
    private static final String TEXT = "text/plain; charset=utf-8";
    private static final int THREADS = 2;

    private static final int WAITING_MAX = 8;

    private static final int BACKLOG = 16;
    private static final int SECONDS_MAX = 10;

    static {
        // By default, the JDK does not limit the duration of a request and of an answer.
        setIfAbsent("sun.net.httpserver.maxReqTime", SECONDS_MAX);
        setIfAbsent("sun.net.httpserver.maxRspTime", SECONDS_MAX);
        setIfAbsent("jdk.httpserver.maxConnections", 64);
    }

    private final PrometheusMeterRegistry registry =
            new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
    private final AbcastMetrics metrics;
    private final JvmGcMetrics collectors = new JvmGcMetrics();
    private final ThreadPoolExecutor threads;
    private final HttpServer server;

    MetricsPort(InetSocketAddress address, AbcastProtocol protocol, PortContext port)
            throws IOException {
        try {
            server = HttpServer.create(address, BACKLOG);
        } catch (IOException e) {
            throw new IOException("metrics port " + address + ": " + e.getMessage(), e);
        }
        metrics = new AbcastMetrics(protocol);
        metrics.bindTo(registry);
        bindClients(
                port,
                Tags.of(
                        "member",
                        Integer.toString(protocol.getServerId()),
                        "protocol",
                        protocol.getClass().getSimpleName()));
        new JvmMemoryMetrics().bindTo(registry);
        new JvmThreadMetrics().bindTo(registry);
        new ClassLoaderMetrics().bindTo(registry);
        new ProcessorMetrics().bindTo(registry);
        new UptimeMetrics().bindTo(registry);
        new FileDescriptorMetrics().bindTo(registry);
        collectors.bindTo(registry);
        threads =
                new ThreadPoolExecutor(
                        THREADS,
                        THREADS,
                        0,
                        TimeUnit.SECONDS,
                        new ArrayBlockingQueue<>(WAITING_MAX),
                        new DefaultThreadFactory("metrics", true));
        server.setExecutor(threads);
        server.createContext("/", this::serve);
        server.start();
    }

    private void bindClients(PortContext port, Tags tags) {
        Gauge.builder("abcast.client.in.flight", port, p -> p.admission().inFlight())
                .tags(tags)
                .description("Client requests in flight at this server")
                .register(registry);
        count(tags, "abcast.client.requests", "Requests accepted from clients", port.requests);
        count(tags, "abcast.client.busy", "Requests answered BUSY", port.busy);
        count(
                tags,
                "abcast.client.malformed",
                "Requests in valid frames that were answered MALFORMED",
                port.malformed);
        count(
                tags,
                "abcast.client.rejected",
                "Client connections closed because the peer did not follow the client protocol",
                port.rejected);
        count(
                tags,
                "abcast.client.evicted",
                "Client connections closed because of the memory they occupied or because of their silence",
                port.evicted);
    }

    private void count(Tags tags, String name, String help, LongAdder counter) {
        FunctionCounter.builder(name, counter, LongAdder::sum)
                .tags(tags)
                .description(help)
                .register(registry);
    }

    private static void setIfAbsent(String property, int value) {
        if (System.getProperty(property) == null)
            System.setProperty(property, Integer.toString(value));
    }

    private void serve(HttpExchange exchange) throws IOException {
        try (exchange) {
            if (!exchange.getRequestURI().getPath().equals(PATH)) {
                answer(exchange, 404, TEXT, "expected GET " + PATH + "\n");
            } else if (!exchange.getRequestMethod().equals("GET")) {
                exchange.getResponseHeaders().set("Allow", "GET");
                answer(exchange, 405, TEXT, "expected GET\n");
            } else {
                metrics.refresh();
                String type = "text/plain; version=0.0.4; charset=utf-8";
                answer(exchange, 200, type, registry.scrape(type));
            }
        }
    }

    private static void answer(HttpExchange exchange, int code, String type, String text)
            throws IOException {
        byte[] body = text.getBytes(StandardCharsets.UTF_8);
        exchange.getResponseHeaders().set("Content-Type", type);
        exchange.sendResponseHeaders(code, body.length);
        exchange.getResponseBody().write(body);
    }

    InetSocketAddress address() {
        return server.getAddress();
    }

    @Override
    public void close() {
        server.stop(0);
        threads.shutdownNow();
        collectors.close();
        registry.close();
    }
}
