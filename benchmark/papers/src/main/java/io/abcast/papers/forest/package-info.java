/** The evaluation of Tan 2019, ShallowForest, run again. */
package io.abcast.papers.forest;
