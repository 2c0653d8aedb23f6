package io.abcast.papers;

import static io.abcast.papers.ThesisProtocol.ZAB;
import static io.abcast.papers.ThesisProtocol.ZAB_AA;
import static io.abcast.papers.ThesisProtocol.ZAB_AA_LITE;
import static io.abcast.papers.ThesisProtocol.ZAB_AC;
import static io.abcast.papers.ThesisProtocol.ZAB_CT;
import static io.abcast.papers.ThesisProtocol.ZAB_CT_A;
import static io.abcast.papers.ThesisProtocol.ZAB_CT_AA;
import static io.abcast.papers.ThesisProtocol.ZAB_CT_LITE;
import static io.abcast.papers.ThesisProtocol.ZAB_CT_THETA;
import static io.abcast.papers.ThesisProtocol.ZAB_CT_U;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * A table of EL-Sanosi 2018, and the experiments that the table shows.
 *
 * @param id id of the table in EL-Sanosi 2018
 * @param parts protocol of each part of the table, by the letter of the part, and whether the clients of this part wait
 *     between requests
 */
record ThesisItem(String id, Map<String, Setting> parts) {
    record Setting(ThesisProtocol protocol, boolean waiting) {}

    private static final boolean WAIT = true;
    private static final boolean NO_WAIT = false;

    /** In the order of EL-Sanosi 2018; the last item has the absolute figures from the text of EL-Sanosi 2018. */
    static final List<ThesisItem> ALL =
            List.of(
                    of("5.1", ZAB_AC, NO_WAIT),
                    of("5.2", ZAB_CT_U, NO_WAIT),
                    of("5.3", ZAB_CT_A, NO_WAIT),
                    of("5.4", ZAB_AC, NO_WAIT),
                    of("5.5", ZAB_CT_U, NO_WAIT),
                    of("5.6", ZAB_CT_A, NO_WAIT),
                    of("5.7", ZAB_CT_AA, NO_WAIT),
                    of("D.1", ZAB_CT_THETA, NO_WAIT),
                    of("D.2", ZAB_CT_THETA, WAIT),
                    new ThesisItem(
                            "D.3",
                            Map.of(
                                    "a", new Setting(ZAB_CT_THETA, NO_WAIT),
                                    "b", new Setting(ZAB_CT_THETA, WAIT))),
                    of("E.1", ZAB_AA_LITE, NO_WAIT),
                    of("E.2", ZAB_CT_LITE, NO_WAIT),
                    of("E.3", ZAB_AA, NO_WAIT),
                    of("E.4", ZAB_CT, NO_WAIT),
                    of("E.5", ZAB_CT_U, NO_WAIT),
                    of("E.6", ZAB_CT_U, WAIT),
                    of("E.7", ZAB_CT_U, WAIT),
                    of("E.8", ZAB_CT_A, NO_WAIT),
                    of("E.9", ZAB_CT_A, WAIT),
                    of("E.10", ZAB_CT_A, WAIT),
                    of("E.11", ZAB_CT_AA, NO_WAIT),
                    of("E.12", ZAB_CT_AA, WAIT),
                    of("E.13", ZAB_CT_AA, NO_WAIT),
                    of("E.14", ZAB_CT_AA, WAIT),
                    new ThesisItem(
                            "absolute",
                            Map.of(
                                    "a", new Setting(ZAB, NO_WAIT),
                                    "b", new Setting(ZAB, WAIT),
                                    "c", new Setting(ZAB_AC, NO_WAIT))));

    private static ThesisItem of(String id, ThesisProtocol protocol, boolean waiting) {
        Setting same = new Setting(protocol, waiting);
        return new ThesisItem(id, Map.of("", same, "a", same, "b", same));
    }

    Set<ThesisExperiment> needs() {
        ThesisTable table = ThesisTable.load(id);
        Set<ThesisExperiment> all = new LinkedHashSet<>();
        for (ThesisTable.Row row : table.rows())
            for (int i = 0; i < table.servers().size(); i++)
                if (shows(row, i))
                    all.addAll(row.measure().needs(experiment(table, row, table.servers().get(i))));
        return all;
    }

    static boolean shows(ThesisTable.Row row, int column) {
        return !row.cells().get(column).text().isEmpty();
    }

    ThesisExperiment experiment(ThesisTable table, ThesisTable.Row row, int servers) {
        Setting setting = parts.get(row.part());
        boolean clients = table.rowsAre() == ThesisTable.RowsAre.clients;
        return new ThesisExperiment(
                setting.protocol(),
                servers,
                clients ? row.value() : ThesisExperiment.CLIENTS,
                clients ? 100 : row.value(),
                setting.waiting());
    }
}
