package io.abcast.load.contest;

import io.abcast.load.LoadFigures;
import io.abcast.load.LoadSpec;
import io.abcast.load.ShrinkableLoad;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;

/** A load whose virtual clients run inside the servers, an equal share in each. */
final class LoadInServers implements ShrinkableLoad {
    /** Those with clients. */
    private final List<ServerHandle> servers;

    private final LoadSpec spec;

    /**
     * With fewer clients than servers the leader comes first: there every system is at its best.
     *
     * @param all the servers
     */
    LoadInServers(List<ServerHandle> all, LoadSpec spec) throws IOException {
        List<ServerHandle> leaderFirst = new ArrayList<>();
        for (ServerHandle server : all)
            leaderFirst.add(server.leads() ? 0 : leaderFirst.size(), server);
        servers = leaderFirst.subList(0, loaded(all.size(), spec));
        this.spec = spec;
    }

    /** How many servers have clients. */
    static int loaded(int servers, LoadSpec spec) {
        return spec.open() ? servers : Math.min(servers, spec.clients());
    }

    @Override
    public void start() {
        for (int i = 0; i < servers.size(); i++) {
            byte[] part = spec.part(i, servers.size()).encode();
            ask(servers.get(i), ServerHost.LOAD + " " + Base64.getEncoder().encodeToString(part));
        }
    }

    @Override
    public void keep(int clients) {
        for (int i = 0; i < servers.size(); i++) {
            int kept = LoadSpec.share(clients, i, servers.size());
            ask(servers.get(i), ServerHost.KEEP + " " + kept);
        }
    }

    @Override
    public LoadFigures poll() {
        return sum(ServerHost.POLL);
    }

    @Override
    public LoadFigures stop() {
        return sum(ServerHost.STOP);
    }

    private LoadFigures sum(String order) {
        LoadFigures sum = LoadFigures.none();
        for (ServerHandle server : servers)
            sum = sum.plus(LoadFigures.decode(Base64.getDecoder().decode(ask(server, order))));
        return sum;
    }

    private static String ask(ServerHandle server, String order) {
        try {
            return server.ask(order);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
