/** Tests that compare the documents with the code. */
package io.abcast.docs;
