import static java.util.stream.Collectors.joining;

import com.sun.source.util.JavacTask;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import javax.lang.model.element.Element;
import javax.lang.model.element.ElementKind;
import javax.lang.model.element.ExecutableElement;
import javax.lang.model.element.Modifier;
import javax.lang.model.element.ModuleElement.ExportsDirective;
import javax.lang.model.element.TypeElement;
import javax.lang.model.element.TypeParameterElement;
import javax.lang.model.element.VariableElement;
import javax.lang.model.type.ArrayType;
import javax.lang.model.type.DeclaredType;
import javax.lang.model.type.TypeKind;
import javax.lang.model.type.TypeMirror;
import javax.lang.model.util.ElementFilter;
import javax.lang.model.util.Elements;
import javax.lang.model.util.Types;
import javax.tools.JavaFileManager;
import javax.tools.JavaFileObject;
import javax.tools.StandardJavaFileManager;
import javax.tools.StandardLocation;
import javax.tools.ToolProvider;

/**
 * Writes what a compiler sees of class files as stub sources, one file per top-level type: `OUT/java/util/List.java`.
 *
 * <p>Public and protected members, generics in full, every type name qualified, empty bodies. The bases of a written
 * type are written too, even where they are not public: their members are inherited. What no caller resolves through is
 * left out: `throws`, annotations but `@FunctionalInterface`, values of constants, an enum's implicit members.
 *
 * <p>Needs: JDK 17 or later, nothing else.
 *
 * <p>Usage: java Stubs.java OUT (the JDK's own modules) or java Stubs.java OUT JAR... (what the jars hold)
 */
public final class Stubs {
    private static final List<String> MODULES = List.of("java.base", "java.logging", "java.sql", "java.net.http",
            "java.xml", "java.desktop/java.beans", "java.management", "java.compiler");
    private static final Pattern NOT_OFFERED = Pattern.compile(".*(\\$|-info$|\\.(internal|shadow|shaded)\\.).*");
    private static final Pattern IMPLICIT_IN_ENUM = Pattern.compile("values\\(\\)|valueOf\\(java\\.lang\\.String\\)");
    private static final Set<ElementKind> ELSEWHERE =
            Set.of(ElementKind.ENUM_CONSTANT, ElementKind.RECORD_COMPONENT);
    private static final Set<Modifier> TYPE_MODIFIERS = Set.of(Modifier.PUBLIC, Modifier.PROTECTED, Modifier.PRIVATE,
            Modifier.STATIC, Modifier.ABSTRACT, Modifier.FINAL);
    private static final Set<Modifier> METHOD_MODIFIERS =
            Set.of(Modifier.PUBLIC, Modifier.PROTECTED, Modifier.STATIC, Modifier.ABSTRACT, Modifier.DEFAULT);
    private static final Set<Modifier> FIELD_MODIFIERS =
            Set.of(Modifier.PUBLIC, Modifier.PROTECTED, Modifier.STATIC, Modifier.FINAL);
    private static final Set<Modifier> IMPLIED_BY_INTERFACE = Set.of(Modifier.PUBLIC, Modifier.ABSTRACT);
    private static final Set<Modifier> IMPLIED_BY_CONSTANT = Set.of(Modifier.PUBLIC, Modifier.STATIC, Modifier.FINAL);

    private final Elements elements;
    private final Types types;
    private final Set<TypeElement> wanted = new LinkedHashSet<>();
    private int declared;
    private int members;

    private Stubs(JavacTask task) {
        elements = task.getElements();
        types = task.getTypes();
    }

    public static void main(String[] args) throws IOException {
        Path out = Path.of(args[0]);
        List<String> jars = List.of(args).subList(1, args.length);
        List<String> options = List.of("-classpath", String.join(File.pathSeparator, jars));
        var compiler = ToolProvider.getSystemJavaCompiler();
        try (StandardJavaFileManager files = compiler.getStandardFileManager(null, null, null)) {
            var task = compiler.getTask(null, files, null, options, List.of("java.lang.Object"), null);
            var stubs = new Stubs((JavacTask) task);
            var found = jars.isEmpty() ? MODULES.stream().flatMap(stubs::exported) : stubs.onClasspath(files);
            found.filter(Stubs::visible).forEach(stubs::want);
            stubs.write(out, jars.isEmpty());
        }
    }

    /** The top-level types that a module, or one package of it, shows to everybody. */
    private Stream<TypeElement> exported(String moduleOrPackage) {
        String[] parts = moduleOrPackage.split("/");
        return ElementFilter.exportsIn(elements.getModuleElement(parts[0]).getDirectives()).stream()
                .filter(export -> export.getTargetModules() == null)
                .map(ExportsDirective::getPackage)
                .filter(pack -> parts.length == 1 || pack.getQualifiedName().contentEquals(parts[1]))
                .flatMap(pack -> ElementFilter.typesIn(pack.getEnclosedElements()).stream());
    }

    private Stream<TypeElement> onClasspath(JavaFileManager files) throws IOException {
        Set<String> names = new TreeSet<>();
        for (var file : files.list(StandardLocation.CLASS_PATH, "", Set.of(JavaFileObject.Kind.CLASS), true)) {
            names.add(files.inferBinaryName(StandardLocation.CLASS_PATH, file));
        }
        return names.stream().filter(name -> !NOT_OFFERED.matcher(name).matches()).map(elements::getTypeElement);
    }

    private static boolean visible(Element element) {
        return element.getModifiers().contains(Modifier.PUBLIC) || element.getModifiers().contains(Modifier.PROTECTED);
    }

    /** Takes a type, its bases, the types around it and the visible ones within it. */
    private void want(TypeElement type) {
        if (!wanted.add(type)) {
            return;
        }
        types.directSupertypes(type.asType()).stream()
                .filter(base -> base.getKind() == TypeKind.DECLARED)
                .forEach(base -> want((TypeElement) ((DeclaredType) base).asElement()));
        if (type.getEnclosingElement() instanceof TypeElement outer) {
            want(outer);
        }
        ElementFilter.typesIn(type.getEnclosedElements()).stream().filter(Stubs::visible).forEach(this::want);
    }

    /** Packages build on the JDK's stubs, so that a jar's run leaves the JDK's types out. */
    private void write(Path out, boolean platform) {
        for (TypeElement type : wanted) {
            boolean ours = platform || elements.getModuleOf(type).isUnnamed();
            if (ours && !type.getNestingKind().isNested()) {
                writeFile(out.resolve(type.getQualifiedName().toString().replace('.', '/') + ".java"), type);
            }
        }
        System.out.printf("%d types, %d members%n", declared, members);
    }

    private void writeFile(Path path, TypeElement type) {
        var text = new StringBuilder("package " + elements.getPackageOf(type).getQualifiedName() + ";\n");
        declare(type, text);
        try {
            Files.createDirectories(path.getParent());
            Files.writeString(path, text);
        } catch (IOException error) {
            throw new UncheckedIOException(error);
        }
    }

    private void declare(TypeElement type, StringBuilder text) {
        declared++;
        if (type.getAnnotation(FunctionalInterface.class) != null) {
            text.append("@FunctionalInterface ");
        }
        text.append(header(type)).append(" {\n");
        if (type.getKind() == ElementKind.ENUM) {
            text.append(constants(type)).append(";\n");
        }
        for (Element member : type.getEnclosedElements()) {
            if (member instanceof TypeElement nested && wanted.contains(nested)) {
                declare(nested, text);
            } else if (visible(member) && !implicit(member, type)) {
                members++;
                text.append(member(member, type)).append('\n');
            }
        }
        text.append("}\n");
    }

    private static String constants(TypeElement type) {
        return type.getEnclosedElements().stream().filter(member -> member.getKind() == ElementKind.ENUM_CONSTANT)
                .map(member -> member.getSimpleName().toString()).collect(joining(", "));
    }

    private static String member(Element member, TypeElement type) {
        boolean field = member instanceof VariableElement;
        return field ? field((VariableElement) member, type) : method((ExecutableElement) member, type);
    }

    /** What the language adds to an enum by itself, and what is told elsewhere: constants, components of records. */
    private static boolean implicit(Element member, TypeElement type) {
        if (member instanceof TypeElement || ELSEWHERE.contains(member.getKind())) {
            return true;
        }
        return type.getKind() == ElementKind.ENUM && IMPLICIT_IN_ENUM.matcher(member.toString()).matches();
    }

    private static String header(TypeElement type) {
        String keyword = switch (type.getKind()) {
            case INTERFACE -> "interface ";
            case ANNOTATION_TYPE -> "@interface ";
            case ENUM -> "enum ";
            default -> "class ";
        };
        Set<Modifier> implied = isClass(type) ? Set.of() : Set.of(Modifier.ABSTRACT, Modifier.STATIC, Modifier.FINAL);
        return modifiers(type, TYPE_MODIFIERS, implied) + keyword + type.getSimpleName()
                + typeParameters(type.getTypeParameters()) + bases(type);
    }

    private static boolean isClass(TypeElement type) {
        return type.getKind() == ElementKind.CLASS || type.getKind() == ElementKind.RECORD;
    }

    private static String bases(TypeElement type) {
        if (type.getKind() == ElementKind.ANNOTATION_TYPE) {
            return "";
        }
        String base = type.getSuperclass().toString();
        boolean plain = !isClass(type) || base.equals("java.lang.Object") || base.equals("none");
        String word = type.getKind().isInterface() ? " extends " : " implements ";
        return (plain ? "" : " extends " + base) + list(type.getInterfaces(), word, "");
    }

    private static String method(ExecutableElement method, TypeElement type) {
        boolean constructor = method.getKind() == ElementKind.CONSTRUCTOR;
        Set<Modifier> implied = type.getKind().isInterface() ? IMPLIED_BY_INTERFACE : Set.of();
        String generics = typeParameters(method.getTypeParameters());
        String name = constructor ? "" + type.getSimpleName() : method.getReturnType() + " " + method.getSimpleName();
        return modifiers(method, METHOD_MODIFIERS, implied) + generics + (generics.isEmpty() ? "" : " ") + name
                + parameters(method) + (method.getModifiers().contains(Modifier.ABSTRACT) ? ";" : " { }");
    }

    private static String parameters(ExecutableElement method) {
        List<String> written = new ArrayList<>();
        var parameters = method.getParameters();
        for (int i = 0; i < parameters.size(); i++) {
            TypeMirror type = parameters.get(i).asType();
            boolean rest = method.isVarArgs() && i == parameters.size() - 1;
            written.add((rest ? ((ArrayType) type).getComponentType() + "..." : type) + " p" + i);
        }
        return "(" + String.join(", ", written) + ")";
    }

    private static String field(VariableElement field, TypeElement type) {
        Set<Modifier> implied = type.getKind().isInterface() ? IMPLIED_BY_CONSTANT : Set.of();
        return modifiers(field, FIELD_MODIFIERS, implied) + field.asType() + " " + field.getSimpleName() + ";";
    }

    private static String typeParameters(List<? extends TypeParameterElement> parameters) {
        return list(parameters.stream().map(p -> p + bound(p)).toList(), "<", ">");
    }

    private static String bound(TypeParameterElement parameter) {
        String bounds = parameter.getBounds().stream().map(TypeMirror::toString).collect(joining(" & "));
        return bounds.equals("java.lang.Object") ? "" : " extends " + bounds;
    }

    private static String list(List<?> items, String open, String close) {
        return items.isEmpty() ? "" : items.stream().map(Object::toString).collect(joining(", ", open, close));
    }

    private static String modifiers(Element element, Set<Modifier> kept, Set<Modifier> implied) {
        return element.getModifiers().stream().filter(m -> kept.contains(m) && !implied.contains(m))
                .sorted().map(m -> m + " ").collect(joining());
    }
}
