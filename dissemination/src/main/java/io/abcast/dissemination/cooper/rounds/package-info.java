/** Cooper in the model of its analysis: time in rounds, one block sent and one received per node and round (Liu 2015, chapter 2). */
package io.abcast.dissemination.cooper.rounds;
