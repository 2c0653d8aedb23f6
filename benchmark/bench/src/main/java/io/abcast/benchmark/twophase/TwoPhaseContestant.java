package io.abcast.benchmark.twophase;

import io.abcast.load.Experiment;
import io.abcast.load.contest.Attachment;
import io.abcast.load.contest.Contestant;
import io.abcast.load.contest.ContestantServer;
import io.abcast.load.contest.Site;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.jgroups.JChannel;

/**
 * Two-phase commit as a measured system under the load of {@code compare}. The clients call the coordinators inside the
 * server processes.
 */
public final class TwoPhaseContestant implements Contestant {
    private static final int GROUP = 0;

    @Override
    public String cannot(Experiment e) {
        if (e.attach().equals("network"))
            return "2pc has no remote clients: its coordinators are inside the servers";
        if (!e.batching()) return "2pc uses the logs of CAMU, in which batching cannot be disabled";
        return null;
    }

    @Override
    public ContestantServer start(Site site, int id) throws Exception {
        List<String> names = site.partitions().names();
        TwoPhaseServer server =
                new TwoPhaseServer(
                        channel(site, id), id, names, partition -> new KeyValueWork(), "keys");
        server.start("compare");
        return new KeyValueMember(server, names.size());
    }

    static JChannel channel(Site site, int id) throws Exception {
        Path data = site.directory().resolve("data-" + id);
        Files.createDirectories(data);
        System.setProperty("abcast.id", Integer.toString(id));
        System.setProperty("abcast.partitions", site.partitions().toString());
        System.setProperty("abcast.links", "off");
        System.setProperty("abcast.consistency", "serializable");
        System.setProperty("abcast.fast", "false");
        System.setProperty("abcast.durability", site.experiment().durability());
        System.setProperty("abcast.data_dir", data.toString());
        System.setProperty("abcast.probe", "false");
        System.setProperty("jgroups.bind_addr", Site.HOST);
        System.setProperty("jgroups.bind_port", Integer.toString(site.port(id, GROUP)));
        System.setProperty(
                "jgroups.tcpping.initial_hosts",
                site.eachServer(other -> Site.HOST + "[" + site.port(other, GROUP) + "]"));
        JChannel channel = new JChannel(site.config().toString());
        channel.setName("server-" + id);
        return channel;
    }

    @Override
    public Attachment connect(Site site, int shards) {
        throw new UnsupportedOperationException();
    }
}
