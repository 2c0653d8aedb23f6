package io.abcast.torture;

import java.util.List;

/**
 * The transaction of a client appends its element to each of its lists, or only reads them, and observes their sizes.
 * The times of a transaction are values of {@link System#nanoTime}.
 *
 * @param client id of the client
 * @param element number of the transaction, unique in a run; an appending transaction appends this number to its lists
 * @param lists names of the lists of the transaction
 * @param appends whether the transaction appends {@code element} to its lists
 * @param sizes number of elements of each list after the transaction, including the element that it appends; {@code
 *     null} if the client got no answer
 * @param endNanos time of the answer to the transaction; meaningless if the client got no answer
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
