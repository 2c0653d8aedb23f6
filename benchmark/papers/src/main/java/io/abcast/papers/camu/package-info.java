/** Repeats the evaluation of Vandevoorde 2018 in virtual time. docs/papers/camu.md describes the model. */
package io.abcast.papers.camu;
