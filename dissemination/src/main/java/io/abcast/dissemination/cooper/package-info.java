/**
 * Cooper: dissemination of large data from one node to all nodes, in coded blocks over random cycles. The description
 * of the protocol is Liu, "Cooper: Expedite Batch Data Dissemination in Computer Clusters with Coded Permutation
 * Gossips", University of Alberta 2015. The document docs/protocols/cooper.md describes the whole protocol Cooper.
 */
package io.abcast.dissemination.cooper;
