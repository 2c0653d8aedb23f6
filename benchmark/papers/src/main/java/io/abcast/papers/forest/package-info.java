/** Repeats the evaluation of Tan 2019, ShallowForest. */
package io.abcast.papers.forest;
