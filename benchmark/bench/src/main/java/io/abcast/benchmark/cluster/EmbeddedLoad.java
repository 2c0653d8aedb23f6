package io.abcast.benchmark.cluster;

import io.abcast.client.wire.Op;
import io.abcast.load.LoadFigures;
import io.abcast.load.LoadSource;
import io.abcast.load.LoadSpec;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;

/** A load whose virtual clients run inside the servers, an equal share in each. */
public final class EmbeddedLoad implements LoadSource {
    private static final byte[] EMPTY = {};

    private final List<Control> servers;
    private final LoadSpec spec;

    public EmbeddedLoad(List<Control> servers, LoadSpec spec) {
        this.servers = servers;
        this.spec = spec;
    }

    @Override
    public void start() {
        for (int i = 0; i < servers.size(); i++)
            ask(servers.get(i), Op.LOAD_START, spec.part(i, servers.size()).encode());
    }

    @Override
    public LoadFigures poll() {
        return sum(Op.LOAD_POLL);
    }

    @Override
    public LoadFigures stop() {
        return sum(Op.LOAD_STOP);
    }

    private LoadFigures sum(Op op) {
        LoadFigures sum = LoadFigures.none();
        for (Control server : servers) sum = sum.plus(LoadFigures.decode(ask(server, op, EMPTY)));
        return sum;
    }

    private static byte[] ask(Control server, Op op, byte[] body) {
        try {
            return server.ask(op, body);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
