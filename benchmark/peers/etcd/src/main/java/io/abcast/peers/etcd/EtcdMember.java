package io.abcast.peers.etcd;

import com.google.protobuf.ByteString;
import com.google.protobuf.UnsafeByteOperations;
import io.abcast.load.contest.Attachment;
import io.abcast.load.contest.ContestantServer;
import io.abcast.load.contest.Site;
import io.abcast.load.contest.ValueStore;
import io.etcd.jetcd.api.KVGrpc;
import io.etcd.jetcd.api.KeyValue;
import io.etcd.jetcd.api.MaintenanceGrpc;
import io.etcd.jetcd.api.RangeRequest;
import io.etcd.jetcd.api.RangeResponse;
import io.etcd.jetcd.api.StatusRequest;
import io.etcd.jetcd.api.StatusResponse;
import io.grpc.ManagedChannel;
import io.grpc.StatusRuntimeException;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** One member of an etcd cluster: a child process of this JVM, and a gRPC channel to the process. */
final class EtcdMember implements ContestantServer {
    /** Bytes; the database must hold all versions that a run writes, for which the default of 2 GB is too small. */
    private static final String QUOTA_BYTES = Long.toString(8L << 30);

    private static final int PAGE_BYTES = 1 << 20;
    private static final long ANSWER_SECONDS = 10;
    private static final long END_SECONDS = 4;

    private static final String NO_SYNC = "--unsafe-no-fsync";
    private static final String SYNCS = "etcd_disk_wal_fsync_duration_seconds_count ";

    private final Process process;
    private final Path log;
    private final ManagedChannel channel;
    private final URI metrics;
    private final HttpClient http = HttpClient.newHttpClient();
    private final int keys;
    private final int page;

    EtcdMember(Path program, Site site, int id) throws IOException {
        keys = site.experiment().load().keys();
        page = Math.max(1, PAGE_BYTES / (site.experiment().load().payloadBytes() + 64));
        Files.createDirectories(site.data(id));
        log = site.directory().resolve("etcd-" + id + ".log");
        process =
                new ProcessBuilder(command(program, site, id))
                        .redirectErrorStream(true)
                        .redirectOutput(log.toFile())
                        .start();
        Runtime.getRuntime().addShutdownHook(new Thread(process::destroyForcibly, "end-etcd"));
        channel = EtcdContestant.channel(site, id);
        metrics = URI.create(address(site, id, EtcdContestant.CLIENT) + "/metrics");
    }

    private static String address(Site site, int id, int port) {
        return "http://" + Site.HOST + ":" + site.port(id, port);
    }

    private static List<String> command(Path program, Site site, int id) {
        List<String> cluster = new ArrayList<>();
        for (int other = 1; other <= site.servers(); other++)
            cluster.add(other + "=" + address(site, other, EtcdContestant.PEER));
        String peer = address(site, id, EtcdContestant.PEER);
        String client = address(site, id, EtcdContestant.CLIENT);
        List<String> command = new ArrayList<>(List.of(program.toString()));
        command.addAll(List.of("--name", Integer.toString(id)));
        command.addAll(List.of("--data-dir", site.data(id).toString()));
        command.addAll(List.of("--listen-peer-urls", peer, "--initial-advertise-peer-urls", peer));
        command.addAll(List.of("--listen-client-urls", client, "--advertise-client-urls", client));
        command.addAll(List.of("--initial-cluster", String.join(",", cluster)));
        command.addAll(List.of("--initial-cluster-state", "new"));
        command.addAll(List.of("--initial-cluster-token", "compare"));
        command.addAll(List.of("--quota-backend-bytes", QUOTA_BYTES));
        int request = site.experiment().load().payloadBytes() + (1 << 20);
        command.addAll(List.of("--max-request-bytes", Integer.toString(request)));
        command.addAll(List.of("--logger", "zap", "--log-level", "warn"));
        if (!site.experiment().durability().equals("fsync")) command.add(NO_SYNC);
        return command;
    }

    /** Tries the flag, because the help text of some releases of etcd does not list it. */
    static boolean canSkipSyncs(Path program) throws IOException {
        Process version =
                new ProcessBuilder(program.toString(), NO_SYNC, "--version")
                        .redirectErrorStream(true)
                        .start();
        version.getOutputStream().close();
        try (InputStream text = version.getInputStream()) {
            String said = new String(text.readAllBytes(), StandardCharsets.UTF_8);
            return version.waitFor() == 0 && said.contains("etcd Version");
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted", e);
        } finally {
            version.destroyForcibly();
        }
    }

    private StatusResponse status() {
        return MaintenanceGrpc.newBlockingStub(channel)
                .withDeadlineAfter(ANSWER_SECONDS, TimeUnit.SECONDS)
                .status(StatusRequest.getDefaultInstance());
    }

    private RangeResponse range(RangeRequest.Builder request) {
        return KVGrpc.newBlockingStub(channel)
                .withDeadlineAfter(ANSWER_SECONDS, TimeUnit.SECONDS)
                .range(request.setSerializable(true).build());
    }

    @Override
    public boolean ready() throws IOException {
        if (!process.isAlive())
            throw new IOException("etcd ended with " + process.exitValue() + ": " + log);
        try {
            return status().getLeader() != 0;
        } catch (StatusRuntimeException e) {
            return false;
        }
    }

    @Override
    public boolean leads() {
        StatusResponse status = status();
        return status.getLeader() == status.getHeader().getMemberId();
    }

    /** Reads the state page by page, because one answer with all keys would be too long. */
    @Override
    public State state() {
        long applied = 0;
        long digest = 0;
        long found = 0;
        ByteString end = EtcdContestant.key(keys);
        for (ByteString from = EtcdContestant.key(0); ; ) {
            RangeRequest.Builder request =
                    RangeRequest.newBuilder().setKey(from).setRangeEnd(end).setLimit(page);
            RangeResponse answer = range(request);
            for (KeyValue entry : answer.getKvsList()) {
                int key = ByteBuffer.wrap(entry.getKey().toByteArray()).getInt();
                applied += entry.getVersion();
                digest += ValueStore.digest(key, entry.getValue().toByteArray());
                digest += entry.getVersion();
                found++;
            }
            if (!answer.getMore()) return new State(applied, digest, found);
            ByteString last = answer.getKvs(answer.getKvsCount() - 1).getKey();
            // The next possible key is the last key with a zero byte appended.
            from = last.concat(UnsafeByteOperations.unsafeWrap(new byte[1]));
        }
    }

    @Override
    public byte[] read(int key) {
        RangeResponse answer = range(RangeRequest.newBuilder().setKey(EtcdContestant.key(key)));
        return answer.getKvsCount() == 0 ? null : answer.getKvs(0).getValue().toByteArray();
    }

    /**
     * Syncs of the member's log, without those of its database file (about ten per second), which etcd does not count.
     */
    @Override
    public long syncs() throws IOException, InterruptedException {
        HttpResponse<String> answer =
                http.send(
                        HttpRequest.newBuilder(metrics).build(),
                        HttpResponse.BodyHandlers.ofString());
        return answer.body()
                .lines()
                .filter(line -> line.startsWith(SYNCS))
                .mapToLong(line -> (long) Double.parseDouble(line.substring(SYNCS.length())))
                .findFirst()
                .orElseThrow(() -> new IOException(metrics + " has no " + SYNCS));
    }

    @Override
    public Attachment attach() {
        throw new UnsupportedOperationException();
    }

    @Override
    public void close() {
        channel.shutdownNow();
        process.destroy();
        try {
            if (!process.waitFor(END_SECONDS, TimeUnit.SECONDS)) process.destroyForcibly();
        } catch (InterruptedException e) {
            process.destroyForcibly();
            Thread.currentThread().interrupt();
        }
    }
}
