/**
 * Cooper in the model of its analysis: time passes in rounds, and each node sends and receives one block per round (Liu
 * 2015, chapter 2).
 */
package io.abcast.dissemination.cooper.rounds;
