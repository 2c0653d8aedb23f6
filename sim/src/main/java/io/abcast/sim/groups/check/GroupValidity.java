package io.abcast.sim.groups.check;

import io.abcast.kernel.GroupAnswers;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;

/**
 * Checks the validity of answers to transactions. An answered transaction is delivered in all its destination groups,
 * and its answer has the timestamp and the results of these groups. Each transaction has at most one answer. At the end
 * of the run, every transaction has an answer or a refusal, unless the replica that accepted the transaction has
 * crashed.
 */
final class GroupValidity extends GroupChecker {
    /**
     * For each group: the application's result at each place of the order; {@code null} if no replica has reported the
     * result.
     */
    private final List<List<byte[]>> results = new ArrayList<>();

    GroupValidity() {
        super("Validity");
    }

    @Override
    protected void onResult(GroupReplica replica, long seq, byte[] result) {
        if (history().order(replica.group).txn(seq) == null) {
            violated(replica + " has a result for place " + seq + ", which was not delivered");
            return;
        }
        List<byte[]> own = results(replica.group);
        int place = (int) seq;
        while (own.size() <= place) own.add(null);
        byte[] known = own.get(place);
        if (known == null) own.set(place, result);
        else if (!Arrays.equals(known, result))
            violated(
                    "%s has result %s for place %d, another replica has %s"
                            .formatted(replica, hex(result), seq, hex(known)));
    }

    private List<byte[]> results(int group) {
        while (results.size() <= group) results.add(new ArrayList<>());
        return results.get(group);
    }

    private byte[] result(GroupTxn txn, int group) {
        List<byte[]> own = results(group);
        int place = txn.places[group];
        return place < own.size() ? own.get(place) : null;
    }

    @Override
    protected void onAnswered(GroupTxn txn, GroupAnswers answers) {
        String name = history().name(txn);
        if (!txn.submitted) violated(name + " is answered, but was not submitted");
        else if (txn.state == GroupTxn.State.ANSWERED || txn.state == GroupTxn.State.REFUSED)
            violated(name + " is answered twice, the first outcome was " + txn.state);
        if (answers != null) check(txn, answers);
    }

    private void check(GroupTxn txn, GroupAnswers answers) {
        String name = history().name(txn);
        if (!Arrays.equals(answers.groups(), txn.groups)
                || answers.results().length != txn.groups.length) {
            violated(
                    "%s is addressed to %s, the answer has results of %s"
                            .formatted(
                                    name,
                                    history().groupNames(txn.groups),
                                    history().groupNames(answers.groups())));
            return;
        }
        for (int i = 0; i < txn.groups.length; i++) {
            int group = txn.groups[i];
            String groupName = history().groupName(group);
            byte[] expected = result(txn, group);
            if (txn.places[group] == 0)
                violated(name + " is answered, but group " + groupName + " has not delivered it");
            else if (expected == null)
                violated(name + " is answered before a replica of " + groupName + " has a result");
            else if (!Arrays.equals(expected, answers.results()[i]))
                violated(
                        "the answer to %s has result %s of group %s, its replicas have %s"
                                .formatted(
                                        name, hex(answers.results()[i]), groupName, hex(expected)));
        }
        if (txn.timestamp != null && !txn.timestamp.equals(answers.timestamp()))
            violated(
                    "the answer to %s has timestamp %s, the replicas have %s"
                            .formatted(name, answers.timestamp(), txn.timestamp));
    }

    @Override
    protected void onEnd() {
        for (GroupTxn txn : history().txns()) {
            String name = history().name(txn);
            if (txn.submitted && txn.state == GroupTxn.State.PENDING)
                violated(
                        "%s, submitted at %s at %d us, has neither an answer nor a refusal"
                                .formatted(name, txn.submitter, txn.submittedNanos / 1_000));
            if (txn.state == GroupTxn.State.ANSWERED && !txn.isDeliveredEverywhere())
                violated(name + " is answered, but one of its groups never delivered it");
        }
    }

    private static String hex(byte[] bytes) {
        return bytes.length == 0 ? "(empty)" : HexFormat.of().formatHex(bytes);
    }
}
