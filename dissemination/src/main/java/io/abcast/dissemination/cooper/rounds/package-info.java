/**
 * Cooper in the model by which Liu 2015, chapter 2, analyses it: time passes in rounds, and each node sends and
 * receives one block per round.
 */
package io.abcast.dissemination.cooper.rounds;
