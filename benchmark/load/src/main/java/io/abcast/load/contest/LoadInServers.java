package io.abcast.load.contest;

import io.abcast.command.process.Orders;
import io.abcast.load.LoadFigures;
import io.abcast.load.LoadSpec;
import io.abcast.load.ShrinkableLoad;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Base64;
import java.util.List;

/** A load whose virtual clients run inside the server processes, with an equal share in each. */
public final class LoadInServers implements ShrinkableLoad {
    private final List<Orders> servers;

    private final LoadSpec spec;

    /**
     * @param all channels for orders to all servers; if there are fewer clients than servers, the last servers have no
     *     clients
     */
    public LoadInServers(List<Orders> all, LoadSpec spec) {
        servers = all.subList(0, loaded(all.size(), spec));
        this.spec = spec;
    }

    static int loaded(int servers, LoadSpec spec) {
        return spec.open() ? servers : Math.min(servers, spec.clients());
    }

    @Override
    public void start() {
        for (int i = 0; i < servers.size(); i++) {
            byte[] part = spec.part(i, servers.size()).encode();
            ask(servers.get(i), LoadOrders.LOAD + " " + Base64.getEncoder().encodeToString(part));
        }
    }

    @Override
    public void keep(int clients) {
        for (int i = 0; i < servers.size(); i++) {
            int kept = LoadSpec.share(clients, i, servers.size());
            ask(servers.get(i), LoadOrders.KEEP + " " + kept);
        }
    }

    @Override
    public LoadFigures poll() {
        return sum(LoadOrders.POLL);
    }

    @Override
    public LoadFigures stop() {
        return sum(LoadOrders.STOP);
    }

    private LoadFigures sum(String order) {
        LoadFigures sum = LoadFigures.none();
        for (Orders server : servers)
            sum = sum.plus(LoadFigures.decode(Base64.getDecoder().decode(ask(server, order))));
        return sum;
    }

    private static String ask(Orders server, String order) {
        try {
            return server.ask(order);
        } catch (IOException e) {
            throw new UncheckedIOException(e.getMessage(), e);
        }
    }
}
