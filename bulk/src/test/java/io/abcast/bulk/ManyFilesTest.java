package io.abcast.bulk;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.abcast.bulk.port.LineLimit;
import io.abcast.bulk.port.PortFigures;
import io.abcast.bulk.port.SelectorLoop;
import io.abcast.dissemination.cooper.gossip.GossipMessage.Block;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.AbstractList;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Tests that the duration of a member's periodic work does not depend on the number of files of the transfer. */
final class ManyFilesTest {
    private static final int TICKS = 20;

    private static final class Counting extends AbstractList<Catalog.Entry> {
        private final List<Catalog.Entry> of;
        long visits;

        Counting(List<Catalog.Entry> of) {
            this.of = of;
        }

        @Override
        public Catalog.Entry get(int index) {
            visits++;
            return of.get(index);
        }

        @Override
        public int size() {
            return of.size();
        }
    }

    private static final class NoLinks implements BlockLinks {
        @Override
        public void start(Events events) {}

        @Override
        public void send(int to, byte[] message) {}

        @Override
        public void transfer(int to, int run, Block block) {}

        @Override
        public long sentBytes() {
            return 0;
        }

        @Override
        public long receivedBytes() {
            return 0;
        }

        @Override
        public PortFigures portFigures() {
            return new PortFigures();
        }

        @Override
        public void close(Runnable then) {
            then.run();
        }
    }

    private static final class NoReceptions implements BulkNode.Receptions {
        @Override
        public boolean wants(Catalog catalog) {
            return true;
        }

        @Override
        public BulkNode.Accepted accept(Catalog catalog) {
            return null;
        }
    }

    @Test
    void tickVisitsNoFile() throws Exception {
        List<Catalog.Entry> entries = new ArrayList<>();
        for (int i = 0; i < Catalog.FILES_MAX; i++)
            entries.add(new Catalog.Entry("file" + i, 100, 0));
        Counting[] counting = new Counting[1];
        Catalog catalog =
                new Catalog(
                        new Catalog(1, 1, 1, 32, 16 * 1024, entries),
                        files -> counting[0] = new Counting(files));
        InetSocketAddress any = new InetSocketAddress(0);
        SelectorLoop loop =
                new SelectorLoop(
                        "many files",
                        defect -> {
                            throw new AssertionError(defect);
                        });
        Workers workers = new Workers(1, "many files");
        try {
            BulkNode node =
                    new BulkNode(
                            BulkSettings.of(1, Map.of(1, any, 2, any)),
                            loop,
                            new NoLinks(),
                            workers,
                            Runnable::run,
                            new LineLimit(line -> {}, System::nanoTime),
                            new NoReceptions());
            node.send(catalog, new Zeros(catalog), Duration.ofSeconds(60), report -> {});
            // Not the first timer ticks of a transfer, in which the member opens the files and
            // computes digests.
            for (int i = 0; i < 3; i++) {
                loop.turn();
                node.tick();
            }
            loop.turn();
            assertEquals(catalog.rankTotal(), node.progress().rankTotal());
            counting[0].visits = 0;
            for (int i = 0; i < TICKS; i++) node.tick();
            assertTrue(
                    counting[0].visits < TICKS,
                    counting[0].visits + " visits in " + TICKS + " ticks");
        } finally {
            workers.close(0);
            loop.close();
        }
    }
}
