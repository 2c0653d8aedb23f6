package io.abcast.sim.testbed;

import io.abcast.sim.EventQueue;
import io.abcast.sim.Rng;

/** A simulated machine of the testbed that hosts clients. */
final class ClientMachine extends TestbedHost {
    private final TestbedLoad load;
    private final Server[] servers;
    private final Rng random;

    ClientMachine(
            Hardware hardware,
            EventQueue queue,
            int index,
            int hosts,
            TestbedLoad load,
            Server[] servers,
            Rng random) {
        super(hardware, queue, index, hosts);
        this.load = load;
        this.servers = servers;
        this.random = random;
    }

    void begin(Client client, long nanosMax) {
        later(client, random.between(0, nanosMax));
    }

    private void later(Client client, long nanos) {
        queue().at(now() + nanos, () -> post(client));
    }

    @Override
    void handle(TestbedHost from, Object body) {
        Client client = (Client) body;
        if (from != this && load.waitNanosMax() > 0)
            later(client, random.between(load.waitNanosMin(), load.waitNanosMax()));
        else request(client);
    }

    private void request(Client client) {
        client.write = random.unit() * 100 < load.writePercent();
        send(servers[client.nextServer(servers.length)], client, load.payloadBytes());
    }
}
