/**
 * Coded permutation gossip without synchronous rounds (Liu 2015, chapter 5). A gossip node receives events from its
 * driver and requests effects, such as sends, from its driver. No node coordinates the gossip. All nodes compute equal
 * cycles from one seed, and each node announces the batches that it has finished. Every node computes the priorities of
 * batches from the batches' manifests, which the source sends.
 */
package io.abcast.dissemination.cooper.gossip;
