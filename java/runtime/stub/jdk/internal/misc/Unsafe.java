package jdk.internal.misc;

import java.lang.reflect.Field;

/** What the runtime uses of the JDK's internal class; compiled against, never shipped. */
public final class Unsafe {
    public static native Unsafe getUnsafe();

    public native long objectFieldOffset(Field f);

    public native void ensureClassInitialized(Class<?> c);

    public native Object staticFieldBase(Field f);

    public native long staticFieldOffset(Field f);

    public native boolean compareAndSetReference(Object o, long offset, Object expected, Object v);

    public native Object getReferenceVolatile(Object o, long offset);

    public native Object allocateInstance(Class<?> c) throws InstantiationException;

    public native void throwException(Throwable t);

    public native Object getReference(Object o, long offset);

    public native void putReference(Object o, long offset, Object v);

    public native boolean getBoolean(Object o, long offset);

    public native void putBoolean(Object o, long offset, boolean v);

    public native byte getByte(Object o, long offset);

    public native void putByte(Object o, long offset, byte v);

    public native char getChar(Object o, long offset);

    public native void putChar(Object o, long offset, char v);

    public native short getShort(Object o, long offset);

    public native void putShort(Object o, long offset, short v);

    public native int getInt(Object o, long offset);

    public native void putInt(Object o, long offset, int v);

    public native long getLong(Object o, long offset);

    public native long getLongVolatile(Object o, long offset);

    public native void putLongRelease(Object o, long offset, long v);

    public native boolean compareAndSetLong(Object o, long offset, long expected, long v);

    public native void copyMemory(Object from, long fromOffset, Object to, long toOffset, long bytes);

    public native long getAndAddLong(Object o, long offset, long delta);

    public native void putLong(Object o, long offset, long v);

    public native float getFloat(Object o, long offset);

    public native void putFloat(Object o, long offset, float v);

    public native double getDouble(Object o, long offset);

    public native void putDouble(Object o, long offset, double v);

    public native void storeFence();

    public native int getIntUnaligned(Object o, long offset);

    public native void putIntUnaligned(Object o, long offset, int v);

    public native void putIntUnaligned(Object o, long offset, int v, boolean bigEndian);

    public native long getLongUnaligned(Object o, long offset);

    public native void putLongUnaligned(Object o, long offset, long v);

    public native void putLongUnaligned(Object o, long offset, long v, boolean bigEndian);
}
