/**
 * Coded permutation gossip without synchronous rounds (Liu 2015, chapter 5). A node receives events and requests
 * effects. There is no coordinator: every node draws the same cycles from the same seed, announces the batches that it
 * has finished, and computes the priorities from the manifests.
 */
package io.abcast.dissemination.cooper.gossip;
