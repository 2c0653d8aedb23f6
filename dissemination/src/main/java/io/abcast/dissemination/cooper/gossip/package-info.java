/**
 * Coded permutation gossip without synchronous rounds (Liu 2015, chapter 5). A node receives events and requests
 * effects. There is no coordinator. Every node computes the same cycles from the same seed, announces the batches that
 * it has finished, and computes the priorities from the descriptions of the batches.
 */
package io.abcast.dissemination.cooper.gossip;
