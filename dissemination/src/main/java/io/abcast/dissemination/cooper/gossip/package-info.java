/**
 * Coded permutation gossip without synchronous rounds (Liu 2015, chapter 5). A node of the gossip receives events from
 * its driver and requests effects from its driver. The gossip has no coordinator. All nodes compute equal cycles from
 * one seed, and each node announces the batches that it has finished. Every node computes the priorities of batches
 * from the descriptions of the batches.
 */
package io.abcast.dissemination.cooper.gossip;
