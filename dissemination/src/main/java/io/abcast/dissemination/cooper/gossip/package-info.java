/**
 * Coded permutation gossip without rounds (Liu 2015, chapter 5). Events go in and effects come out. There is no
 * coordinator: every node draws the same cycles from the same seed, announces the batches that it has finished, and
 * computes the priorities from the manifests.
 */
package io.abcast.dissemination.cooper.gossip;
