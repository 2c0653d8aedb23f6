/**
 * Random linear network coding over the field GF(2^8), without I/O, threads or clocks.
 *
 * <p>A <em>coded block</em> is a sum of the k source blocks of a batch, each multiplied by a coefficient of one byte. A
 * <em>row</em> consists of the k coefficients of a coded block, and the coded block. The <em>rank</em> of a node is the
 * number of its linearly independent rows. A node whose rank is k, the number of blocks in the batch, can decode the
 * batch.
 */
package io.abcast.dissemination.cooper.code;
