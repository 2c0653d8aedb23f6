package io.abcast.papers.camu;

import io.abcast.ordering.camu.CamuConfig;
import io.abcast.ordering.camu.PartitionMap;
import io.abcast.papers.camu.arena.MachineFactory;
import io.abcast.papers.camu.arena.PartitionOperation;
import io.abcast.papers.camu.thesis.HybridMachine;
import io.abcast.papers.camu.thesis.PeriodicBroadcastMachine;
import io.abcast.papers.camu.thesis.ThesisOptions;
import io.abcast.papers.camu.thesis.ToMulticastMachine;
import java.util.HashMap;
import java.util.Map;

/** A row of the figures of Vandevoorde 2018: a system that orders operations over several partitions. */
enum MulticastRow {
    TO("TO") {
        @Override
        MachineFactory factory(int[][] periodic, ThesisOptions options) {
            return (self, context) ->
                    new ToMulticastMachine(self, periodic.length, 0, options, context);
        }
    },

    PB("PB") {
        @Override
        MachineFactory factory(int[][] periodic, ThesisOptions options) {
            return (self, context) ->
                    new PeriodicBroadcastMachine(self, periodic.length, options, context);
        }
    },

    /** CaMu as Vandevoorde 2018 describes it. */
    CAMU_OF_THESIS("CaMu") {
        @Override
        MachineFactory factory(int[][] periodic, ThesisOptions options) {
            return (self, context) ->
                    new HybridMachine(
                            self, periodic.length, 0, 0, periodic[self], options, context);
        }
    },

    CAMU("CAMU") {
        @Override
        MachineFactory factory(int[][] periodic, ThesisOptions options) {
            PartitionMap map = CamuNodes.map(periodic.length, 1);
            Map<Long, PartitionOperation> operations = new HashMap<>();
            return (self, context) ->
                    new CamuMachine(
                            self,
                            map,
                            CamuConfig.DEFAULT,
                            options.seed() + self,
                            options.roundNanos(),
                            periodic[self],
                            context,
                            operations);
        }
    };

    private final String title;

    MulticastRow(String title) {
        this.title = title;
    }

    /**
     * @param periodic for each partition, ascending: the partitions with which it uses Periodic Broadcast at the start
     */
    abstract MachineFactory factory(int[][] periodic, ThesisOptions options);

    @Override
    public String toString() {
        return title;
    }
}
