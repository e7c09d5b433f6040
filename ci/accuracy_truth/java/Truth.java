// What javac says about every name: java Truth.java FOLDER
// CLASSPATH may name the project's libraries; one JSON object per occurrence goes to stdout (see make.py).

import com.sun.source.tree.*;
import com.sun.source.util.*;
import java.io.*;
import java.nio.charset.StandardCharsets;
import java.nio.file.*;
import java.util.*;
import java.util.regex.*;
import java.util.stream.*;
import javax.lang.model.element.*;
import javax.lang.model.type.TypeKind;
import javax.lang.model.util.Elements;
import javax.tools.*;

public class Truth {
    static final Set<ElementKind> LOCAL = EnumSet.of(
            ElementKind.LOCAL_VARIABLE, ElementKind.PARAMETER, ElementKind.EXCEPTION_PARAMETER,
            ElementKind.RESOURCE_VARIABLE, ElementKind.BINDING_VARIABLE, ElementKind.TYPE_PARAMETER);

    public static void main(String[] arguments) throws IOException {
        Path root = Path.of(arguments[0]).toRealPath();
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        StandardJavaFileManager files = compiler.getStandardFileManager(null, null, StandardCharsets.UTF_8);
        String libraries = Objects.requireNonNullElse(System.getenv("CLASSPATH"), "");
        // Missing libraries are errors, and what does not hang on them is wanted all the same.
        List<String> options = List.of("-proc:none", "-XDshould-stop.ifError=FLOW", "-Xmaxerrs", "1", "-cp", libraries);
        JavacTask task = (JavacTask) compiler.getTask(
                Writer.nullWriter(), files, problem -> {}, options, null, files.getJavaFileObjectsFromPaths(sources(root)));
        List<CompilationUnitTree> units = new ArrayList<>();
        task.parse().forEach(units::add);
        task.analyze();
        try (PrintStream output = new PrintStream(new FileOutputStream(FileDescriptor.out), false, StandardCharsets.UTF_8)) {
            Names names = new Names(root, Trees.instance(task), task.getElements());
            for (CompilationUnitTree unit : units) names.of(unit).forEach(output::println);
        }
    }

    static List<Path> sources(Path root) throws IOException {
        Set<String> described = Set.of("module-info.java", "package-info.java");
        try (Stream<Path> paths = Files.walk(root)) {
            return paths.filter(path -> path.toString().endsWith(".java") && Files.isRegularFile(path))
                    .filter(path -> !described.contains(path.getFileName().toString())).sorted().toList();
        }
    }

    /** A file's text, and where in it things stand. */
    record Source(Path root, CompilationUnitTree unit, String text) {
        static Source of(Path root, CompilationUnitTree unit) {
            try {
                return new Source(root, unit, unit.getSourceFile().getCharContent(true).toString());
            } catch (IOException problem) {
                throw new UncheckedIOException(problem);
            }
        }

        String path() {
            return root.relativize(Path.of(unit.getSourceFile().toUri())).toString().replace(File.separatorChar, '/');
        }

        String place(long position) {
            long line = unit.getLineMap().getLineNumber(position);
            long column = position - unit.getLineMap().getStartPosition(line);
            return "\"path\":" + quoted(path()) + ",\"line\":" + line + ",\"col\":" + column;
        }

        boolean has(String name, long position) {
            return position >= 0 && text.startsWith(name, (int) position);
        }
    }

    /** Written like names, but nothing defines them. */
    static final Set<String> WORDS = Set.of("this", "super", "class", "*");

    static class Names extends TreePathScanner<Void, Void> {
        final Path root;
        final Trees trees;
        final Elements elements;
        final SourcePositions positions;
        final Map<CompilationUnitTree, Source> known = new IdentityHashMap<>();
        Set<String> rows;
        Source source;

        Names(Path root, Trees trees, Elements elements) {
            this.root = root;
            this.trees = trees;
            this.elements = elements;
            this.positions = trees.getSourcePositions();
        }

        Set<String> of(CompilationUnitTree unit) {
            rows = new LinkedHashSet<>();
            source = sourceOf(unit);
            scan(new TreePath(unit), null);
            return rows;
        }

        Source sourceOf(CompilationUnitTree unit) {
            return known.computeIfAbsent(unit, one -> Source.of(root, one));
        }

        @Override
        public Void visitPackage(PackageTree tree, Void nothing) {
            return scan(tree.getAnnotations(), nothing);
        }

        @Override
        public Void visitIdentifier(IdentifierTree tree, Void nothing) {
            add(tree.getName().toString(), positions.getStartPosition(source.unit(), tree), use(), element());
            return super.visitIdentifier(tree, nothing);
        }

        @Override
        public Void visitMemberSelect(MemberSelectTree tree, Void nothing) {
            addLast(tree, tree.getIdentifier().toString(), use());
            return super.visitMemberSelect(tree, nothing);
        }

        @Override
        public Void visitMemberReference(MemberReferenceTree tree, Void nothing) {
            addLast(tree, tree.getName().toString(), "read");
            return super.visitMemberReference(tree, nothing);
        }

        @Override
        public Void visitNewClass(NewClassTree tree, Void nothing) {
            ExpressionTree type = tree.getIdentifier();
            while (type instanceof ParameterizedTypeTree generic) type = (ExpressionTree) generic.getType();
            if (type instanceof AnnotatedTypeTree annotated) type = annotated.getUnderlyingType();
            Element constructor = element();
            String name = type instanceof MemberSelectTree member ? member.getIdentifier().toString() : type.toString();
            long end = positions.getEndPosition(source.unit(), type);
            if (constructor != null && isWritten(constructor)) add(name, end - name.length(), "new", constructor);
            return super.visitNewClass(tree, nothing);
        }

        Element element() {
            return trees.getElement(getCurrentPath());
        }

        void addLast(Tree tree, String name, String use) {
            add(name, positions.getEndPosition(source.unit(), tree) - name.length(), use, element());
        }

        void add(String name, long position, String use, Element element) {
            boolean isPackage = element != null && element.getKind() == ElementKind.PACKAGE;
            // Trees that the compiler made up stand where the text says something else.
            if (isPackage || WORDS.contains(name) || !source.has(name, position)) return;
            rows.add("{" + source.place(position) + ",\"name\":" + quoted(name) + ",\"kind\":" + quoted(use)
                    + judgement(element) + "}");
        }

        String judgement(Element element) {
            if (element == null || element.asType().getKind() == TypeKind.ERROR) return says("unresolved", "");
            String symbol = element.getEnclosingElement() + "#" + element;
            if (LOCAL.contains(element.getKind())) return says("local", symbol);
            TreePath path = trees.getPath(element);
            if (path == null) return says(isWritten(element) ? "external" : "unresolved", symbol);
            if (!isWritten(element)) return says("unresolved", symbol);
            Source there = sourceOf(path.getCompilationUnit());
            String name = simpleName(element);
            return says("repository", symbol) + ",\"defs\":[{" + there.place(namePosition(path, there, name)) + ",\"name\":"
                    + quoted(name) + ",\"kind\":" + quoted(element.getKind().name().toLowerCase(Locale.ROOT)) + "}]";
        }

        /** Not a constructor, accessor or enum method that the compiler adds by itself. */
        boolean isWritten(Element element) {
            return elements.getOrigin(element) == Elements.Origin.EXPLICIT;
        }

        static String simpleName(Element element) {
            boolean constructs = element.getKind() == ElementKind.CONSTRUCTOR;
            return (constructs ? element.getEnclosingElement() : element).getSimpleName().toString();
        }

        /** The declaration's first mention of its name after modifiers and type. */
        long namePosition(TreePath path, Source there, String name) {
            Tree tree = path.getLeaf();
            long start = positions.getStartPosition(there.unit(), tree);
            List<Tree> before = new ArrayList<>();
            if (tree instanceof ClassTree type) before.add(type.getModifiers());
            if (tree instanceof MethodTree method) {
                before.add(method.getModifiers());
                before.addAll(method.getTypeParameters());
                if (method.getReturnType() != null) before.add(method.getReturnType());
            }
            if (tree instanceof VariableTree variable) {
                before.add(variable.getModifiers());
                boolean constant = trees.getElement(path).getKind() == ElementKind.ENUM_CONSTANT;
                if (!constant && variable.getType() != null) before.add(variable.getType());
            }
            for (Tree part : before) start = Math.max(start, positions.getEndPosition(there.unit(), part));
            Matcher found = Pattern.compile("\\b" + Pattern.quote(name) + "\\b").matcher(there.text());
            return found.find((int) start) ? found.start() : start;
        }

        String use() {
            TreePath path = getCurrentPath();
            Tree tree = path.getLeaf();
            if (isUnder(path, ImportTree.class)) return "import";
            Tree parent = path.getParentPath().getLeaf();
            if (parent instanceof AnnotationTree annotation && annotation.getAnnotationType() == tree) return "annotation";
            if (parent instanceof MethodInvocationTree call && call.getMethodSelect() == tree) return "call";
            Element element = element();
            if (element != null && (element.getKind().isClass() || element.getKind().isInterface())) return "type";
            if (element != null && element.getKind() == ElementKind.TYPE_PARAMETER) return "type";
            return isAssigned(tree, parent) ? "write" : "read";
        }

        static boolean isUnder(TreePath path, Class<? extends Tree> kind) {
            return StreamSupport.stream(path.spliterator(), false).anyMatch(kind::isInstance);
        }

        static boolean isAssigned(Tree tree, Tree parent) {
            if (parent instanceof AssignmentTree assignment) return assignment.getVariable() == tree;
            if (parent instanceof CompoundAssignmentTree assignment) return assignment.getVariable() == tree;
            String kind = parent.getKind().name();
            return kind.endsWith("_INCREMENT") || kind.endsWith("_DECREMENT");
        }
    }

    static String says(String verdict, String symbol) {
        return ",\"says\":" + quoted(verdict) + ",\"symbol\":" + quoted(symbol);
    }

    static String quoted(String text) {
        StringBuilder quoted = new StringBuilder("\"");
        for (char one : text.toCharArray()) {
            if (one == '"' || one == '\\') quoted.append('\\').append(one);
            else if (one < ' ') quoted.append(String.format("\\u%04x", (int) one));
            else quoted.append(one);
        }
        return quoted.append('"').toString();
    }
}
