/**
 * Cooper in the model by which Liu 2015, chapter 2, analyses the protocol. In the model, time passes in rounds, and
 * each node sends and receives at most one block per round.
 */
package io.abcast.dissemination.cooper.rounds;
