/**
 * Cooper: dissemination of large data from one node to all nodes, in coded blocks over random cycles. Source: Liu,
 * "Cooper: Expedite Batch Data Dissemination in Computer Clusters with Coded Permutation Gossips", University of
 * Alberta 2015. docs/protocols/cooper.md describes the whole protocol.
 */
package io.abcast.dissemination.cooper;
