package kotlin.coroutines.intrinsics;

public final class IntrinsicsKt {
    private IntrinsicsKt() {}

    public static native Object getCOROUTINE_SUSPENDED();
}
