/**
 * Coded permutation gossip without rounds (Liu 2015, chapter 5): events go in, effects come out. Nobody coordinates: every node draws
 * the same cycles from the same seed, tells the others what it has finished, and knows from the manifests what goes first.
 */
package io.abcast.dissemination.cooper.gossip;
