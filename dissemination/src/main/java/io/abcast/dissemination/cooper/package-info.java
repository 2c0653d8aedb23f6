/**
 * Cooper: dissemination of large data from one node to all nodes, in coded blocks over random cycles. The description
 * of the protocol is Liu, "Cooper: Expedite Batch Data Dissemination in Computer Clusters with Coded Permutation
 * Gossips", University of Alberta 2015. The page docs/protocols/cooper.md describes Cooper and its differences from Liu
 * 2015.
 */
package io.abcast.dissemination.cooper;
