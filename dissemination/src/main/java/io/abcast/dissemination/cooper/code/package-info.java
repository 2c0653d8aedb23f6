/**
 * Random linear network coding over GF(2^8), as pure computation over bytes.
 *
 * <p>Words of this package: A <em>coded block</em> is a sum of the k source blocks of a batch, each multiplied by a
 * coefficient of one byte. A <em>row</em> consists of these k coefficients and the coded block. The <em>rank</em> of a
 * node is the number of its linearly independent rows; with rank k the node can decode the batch.
 */
package io.abcast.dissemination.cooper.code;
