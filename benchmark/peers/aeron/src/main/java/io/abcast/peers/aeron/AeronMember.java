package io.abcast.peers.aeron;

import io.abcast.load.contest.Attachment;
import io.abcast.load.contest.ContestantServer;
import io.abcast.load.contest.Site;
import io.abcast.load.contest.ValueStore;
import io.aeron.archive.Archive;
import io.aeron.archive.ArchiveThreadingMode;
import io.aeron.archive.client.AeronArchive;
import io.aeron.cluster.ClusteredMediaDriver;
import io.aeron.cluster.ConsensusModule;
import io.aeron.cluster.service.Cluster;
import io.aeron.cluster.service.ClusteredServiceContainer;
import io.aeron.driver.MediaDriver;
import io.aeron.driver.MinMulticastFlowControlSupplier;
import java.io.File;
import org.agrona.concurrent.NoOpLock;

/** One member of an Aeron Cluster. */
final class AeronMember implements ContestantServer {
    /** No load uses so many sessions, but Aeron's default of 10 is too small. */
    private static final int SESSIONS_MAX = 10_000;

    private static final String IPC = "aeron:ipc?term-length=64k";

    private final Site site;
    private final StoreService service = new StoreService(new ValueStore());
    private final ClusteredMediaDriver driver;
    private final ClusteredServiceContainer container;

    AeronMember(Site site, int id) {
        this.site = site;
        String directory = AeronContestant.driverDirectory(site, "member-" + id).toString();
        File data = site.data(id).toFile();
        // With durability "fsync", Aeron forces recorded bytes to the disk before it reports their
        // position; otherwise it does not sync.
        int syncLevel = site.experiment().durability().equals("fsync") ? 1 : 0;
        String replication = "aeron:udp?endpoint=" + Site.HOST + ":0";
        // One thread each for driver, archive, consensus module and service, as in Aeron's samples
        // for small hosts.
        MediaDriver.Context media =
                AeronContestant.driver(directory)
                        .sharedIdleStrategy(AeronContestant.idle())
                        .multicastFlowControlSupplier(new MinMulticastFlowControlSupplier());
        Archive.Context archive =
                new Archive.Context()
                        .aeronDirectoryName(directory)
                        .archiveDir(new File(data, "archive"))
                        .controlChannel(AeronContestant.archiveChannel(site, id))
                        .archiveClientContext(
                                new AeronArchive.Context().controlResponseChannel(replication))
                        .localControlChannel(IPC)
                        .replicationChannel(replication)
                        .recordingEventsEnabled(false)
                        .fileSyncLevel(syncLevel)
                        .catalogFileSyncLevel(syncLevel)
                        .idleStrategySupplier(AeronContestant::idle)
                        .threadingMode(ArchiveThreadingMode.SHARED);
        AeronArchive.Context local =
                new AeronArchive.Context()
                        .lock(NoOpLock.INSTANCE)
                        .controlRequestChannel(IPC)
                        .controlResponseChannel(IPC)
                        .aeronDirectoryName(directory);
        ConsensusModule.Context consensus =
                new ConsensusModule.Context()
                        .clusterMemberId(id - 1)
                        .clusterMembers(AeronContestant.members(site))
                        .clusterDir(new File(data, "cluster"))
                        .fileSyncLevel(syncLevel)
                        .ingressChannel("aeron:udp?" + AeronContestant.TERM)
                        .replicationChannel(replication)
                        .idleStrategySupplier(AeronContestant::idle)
                        .maxConcurrentSessions(SESSIONS_MAX)
                        .isIpcIngressAllowed(site.experiment().attach().equals("embedded"))
                        .archiveContext(local.clone());
        driver = ClusteredMediaDriver.launch(media, archive, consensus);
        container =
                ClusteredServiceContainer.launch(
                        new ClusteredServiceContainer.Context()
                                .aeronDirectoryName(directory)
                                .archiveContext(local.clone())
                                .clusterDir(new File(data, "cluster"))
                                .idleStrategySupplier(AeronContestant::idle)
                                .clusteredService(service));
    }

    /**
     * A leader is ready when Aeron has notified its service of the election; a follower cannot know whether its leader
     * is ready.
     */
    @Override
    public boolean ready() {
        return ConsensusModule.State.get(driver.consensusModule().context().moduleStateCounter())
                        == ConsensusModule.State.ACTIVE
                && io.aeron.cluster.ElectionState.CLOSED
                        == io.aeron.cluster.ElectionState.get(
                                driver.consensusModule().context().electionStateCounter());
    }

    @Override
    public boolean leads() {
        return service.role() == Cluster.Role.LEADER;
    }

    @Override
    public State state() {
        return service.store().state();
    }

    @Override
    public byte[] read(int key) {
        return service.store().get(key);
    }

    /** Over shared memory if the member is the leader, otherwise over the network to the leader. */
    @Override
    public Attachment attach() {
        return AeronClients.inside(site, driver.mediaDriver().aeronDirectoryName(), leads());
    }

    @Override
    public void close() {
        container.close();
        driver.close();
    }
}
