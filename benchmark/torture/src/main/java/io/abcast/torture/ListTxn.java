package io.abcast.torture;

import java.util.List;

/**
 * One transaction of a client on lists: it appends its element to each of its lists, or only reads them. It observes how
 * many elements each list has afterwards. Times are values of {@link System#nanoTime}.
 *
 * @param client id of the client
 * @param element number of the transaction, unique in a run; the element that it appends
 * @param lists the lists
 * @param appends whether the transaction appends
 * @param sizes the size of each list, with the transaction's own element; {@code null} if the client got no answer
 * @param endNanos time of the answer; meaningless without an answer
 */
record ListTxn(
        int client,
        long element,
        List<String> lists,
        boolean appends,
        List<Integer> sizes,
        long startNanos,
        long endNanos) {
    boolean answered() {
        return sizes != null;
    }

    @Override
    public String toString() {
        return (appends ? "append " + element + " to " : "read " + element + " of ") + lists;
    }
}
