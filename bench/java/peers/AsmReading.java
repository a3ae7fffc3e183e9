package peers;

import java.io.BufferedReader;
import java.io.DataInputStream;
import java.io.IOException;
import java.io.InputStreamReader;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.objectweb.asm.AnnotationVisitor;
import org.objectweb.asm.Attribute;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.FieldVisitor;
import org.objectweb.asm.Handle;
import org.objectweb.asm.Label;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.ModuleVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.RecordComponentVisitor;
import org.objectweb.asm.TypePath;

/**
 * Lets ASM read classes with a visitor that wants to see everything.
 *
 * <p>The file that is named has a length of four bytes before each class. For every line of input all classes are read
 * once, and the nanoseconds that the thread was on a processor for it are printed, with how many classes could not be
 * read.
 */
public final class AsmReading {
    private static final int API = Opcodes.ASM9;
    private long sum;

    public static void main(String[] arguments) throws IOException {
        List<byte[]> classes = new ArrayList<>();
        try (DataInputStream in = new DataInputStream(Files.newInputStream(Path.of(arguments[0])))) {
            byte[] all = in.readAllBytes();
            java.nio.ByteBuffer buffer = java.nio.ByteBuffer.wrap(all);
            while (buffer.hasRemaining()) {
                byte[] one = new byte[buffer.getInt()];
                buffer.get(one);
                classes.add(one);
            }
        }
        ThreadMXBean threads = ManagementFactory.getThreadMXBean();
        BufferedReader lines = new BufferedReader(new InputStreamReader(System.in));
        AsmReading reading = new AsmReading();
        while (lines.readLine() != null) {
            long begin = threads.getCurrentThreadCpuTime();
            int failures = reading.all(classes);
            System.out.println((threads.getCurrentThreadCpuTime() - begin) + " " + failures + " " + reading.sum);
        }
    }

    private int all(List<byte[]> classes) {
        int failures = 0;
        for (byte[] one : classes) {
            try {
                new ClassReader(one).accept(new Classes(), 0);
            } catch (RuntimeException error) {
                failures++;
            }
        }
        return failures;
    }

    private final class Annotations extends AnnotationVisitor {
        Annotations() {
            super(API);
        }

        @Override
        public void visit(String name, Object value) {
            sum++;
        }

        @Override
        public void visitEnum(String name, String descriptor, String value) {
            sum++;
        }

        @Override
        public AnnotationVisitor visitAnnotation(String name, String descriptor) {
            return this;
        }

        @Override
        public AnnotationVisitor visitArray(String name) {
            return this;
        }
    }

    private final class Classes extends ClassVisitor {
        private final Annotations annotations = new Annotations();
        private final Methods methods = new Methods(annotations);
        private final Fields fields = new Fields(annotations);

        Classes() {
            super(API);
        }

        @Override
        public ModuleVisitor visitModule(String name, int access, String version) {
            return new ModuleVisitor(API) {};
        }

        @Override
        public AnnotationVisitor visitAnnotation(String descriptor, boolean visible) {
            return annotations;
        }

        @Override
        public AnnotationVisitor visitTypeAnnotation(int type, TypePath path, String descriptor, boolean visible) {
            return annotations;
        }

        @Override
        public void visitAttribute(Attribute attribute) {
            sum++;
        }

        @Override
        public RecordComponentVisitor visitRecordComponent(String name, String descriptor, String signature) {
            return new RecordComponentVisitor(API) {
                @Override
                public AnnotationVisitor visitAnnotation(String descriptor, boolean visible) {
                    return annotations;
                }

                @Override
                public AnnotationVisitor visitTypeAnnotation(
                        int type, TypePath path, String descriptor, boolean visible) {
                    return annotations;
                }
            };
        }

        @Override
        public FieldVisitor visitField(int access, String name, String descriptor, String signature, Object value) {
            sum += name.length() + descriptor.length();
            return fields;
        }

        @Override
        public MethodVisitor visitMethod(
                int access, String name, String descriptor, String signature, String[] exceptions) {
            sum += name.length() + descriptor.length();
            return methods;
        }
    }

    private static final class Fields extends FieldVisitor {
        private final Annotations annotations;

        Fields(Annotations annotations) {
            super(API);
            this.annotations = annotations;
        }

        @Override
        public AnnotationVisitor visitAnnotation(String descriptor, boolean visible) {
            return annotations;
        }

        @Override
        public AnnotationVisitor visitTypeAnnotation(int type, TypePath path, String descriptor, boolean visible) {
            return annotations;
        }
    }

    private final class Methods extends MethodVisitor {
        private final Annotations annotations;

        Methods(Annotations annotations) {
            super(API);
            this.annotations = annotations;
        }

        @Override
        public AnnotationVisitor visitAnnotationDefault() {
            return annotations;
        }

        @Override
        public AnnotationVisitor visitAnnotation(String descriptor, boolean visible) {
            return annotations;
        }

        @Override
        public AnnotationVisitor visitTypeAnnotation(int type, TypePath path, String descriptor, boolean visible) {
            return annotations;
        }

        @Override
        public AnnotationVisitor visitParameterAnnotation(int parameter, String descriptor, boolean visible) {
            return annotations;
        }

        @Override
        public AnnotationVisitor visitInsnAnnotation(int type, TypePath path, String descriptor, boolean visible) {
            return annotations;
        }

        @Override
        public AnnotationVisitor visitTryCatchAnnotation(int type, TypePath path, String descriptor, boolean visible) {
            return annotations;
        }

        @Override
        public AnnotationVisitor visitLocalVariableAnnotation(
                int type, TypePath path, Label[] start, Label[] end, int[] index, String descriptor, boolean visible) {
            return annotations;
        }

        @Override
        public void visitFrame(int type, int locals, Object[] local, int stacks, Object[] stack) {
            sum += locals + stacks;
        }

        @Override
        public void visitInsn(int opcode) {
            sum++;
        }

        @Override
        public void visitVarInsn(int opcode, int variable) {
            sum += variable;
        }

        @Override
        public void visitTypeInsn(int opcode, String type) {
            sum += type.length();
        }

        @Override
        public void visitFieldInsn(int opcode, String owner, String name, String descriptor) {
            sum += owner.length() + name.length() + descriptor.length();
        }

        @Override
        public void visitMethodInsn(int opcode, String owner, String name, String descriptor, boolean isInterface) {
            sum += owner.length() + name.length() + descriptor.length();
        }

        @Override
        public void visitInvokeDynamicInsn(String name, String descriptor, Handle bootstrap, Object... arguments) {
            sum += name.length() + arguments.length;
        }

        @Override
        public void visitLdcInsn(Object value) {
            sum++;
        }

        @Override
        public void visitLineNumber(int line, Label start) {
            sum += line;
        }

        @Override
        public void visitLocalVariable(
                String name, String descriptor, String signature, Label start, Label end, int index) {
            sum += name.length();
        }
    }
}
