package io.abcast.zab;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.abcast.kernel.log.Durability;
import io.abcast.sim.FuzzCampaign;
import io.abcast.sim.FuzzResult;
import io.abcast.sim.FuzzSettings;
import io.abcast.zab.LinkMessage.SnapshotChunk;
import org.junit.jupiter.api.Test;

/** Transfers of snapshots, some of which arrive damaged. */
class SnapshotTransferTest {
    /**
     * A leader may answer what an earlier session had asked for: a chunk that nobody waits for, or that comes twice. Written twice,
     * the second answer of the storage would be taken for one about the next attempt.
     */
    @Test
    void chunksThatNobodyAskedForDisturbNoTransfer() {
        ZabSubject subject =
                new ZabSubject(
                        (id, members) ->
                                new InsertingTap() {
                                    @Override
                                    LinkMessage after(LinkMessage body) {
                                        return body instanceof SnapshotChunk ? body : null;
                                    }
                                });
        FuzzCampaign campaign =
                new FuzzCampaign(FuzzSettings.of(subject, 3).with(Durability.FSYNC));
        for (long seed = 1; seed <= 100; seed++) {
            FuzzResult result = campaign.run(seed);
            assertEquals("", result.report());
        }
    }
}
