package io.abcast.ordering.camu;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Proxy;

/** Objects whose calls a test handles. */
final class Fake {
    private Fake() {}

    /** Creates an object that passes every call of an interface to a handler. */
    static <T> T of(Class<T> type, InvocationHandler handler) {
        return type.cast(
                Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] {type}, handler));
    }
}
