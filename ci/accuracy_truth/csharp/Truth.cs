// What Roslyn says about every name of the C# projects below a folder: Truth FOLDER REFERENCES…
//
// Prints one JSON object per occurrence (see ../make.py). Each project file is a compilation of the sources below it that
// belong to no nearer one; projects see those they refer to, and the assemblies in the folders of REFERENCES. What comes
// from packages is unknown and stays unresolved. Sources have no directives left: the table is about one configuration.
using System;
using System.Collections.Generic;
using System.IO;
using System.Linq;
using System.Text.Json;
using System.Xml.Linq;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;
using Microsoft.CodeAnalysis.CSharp.Syntax;

static class Truth
{
    static string root = "";
    static readonly List<MetadataReference> Assemblies = new List<MetadataReference>();
    static readonly Dictionary<string, List<string>> Sources = new Dictionary<string, List<string>>();
    static readonly Dictionary<string, CSharpCompilation> Made = new Dictionary<string, CSharpCompilation>();

    static void Main(string[] arguments)
    {
        root = Path.GetFullPath(arguments[0]);
        foreach (var file in arguments.Skip(1).SelectMany(folder => Directory.GetFiles(folder, "*.dll")))
            Assemblies.Add(MetadataReference.CreateFromFile(file));
        var projects = Directory.GetFiles(root, "*.csproj", SearchOption.AllDirectories).OrderBy(path => path).ToList();
        foreach (var file in Directory.GetFiles(root, "*.cs", SearchOption.AllDirectories).OrderBy(path => path))
            if (Nearest(projects, file) is string project)
            {
                if (!Sources.ContainsKey(project)) Sources[project] = new List<string>();
                Sources[project].Add(file);
            }
        using var output = new StreamWriter(Console.OpenStandardOutput());
        foreach (var project in Sources.Keys)
        {
            var compilation = Compile(project, new HashSet<string>());
            foreach (var tree in compilation.SyntaxTrees)
                new Walker(compilation.GetSemanticModel(tree), output, root).Visit(tree.GetRoot());
        }
    }

    static string? Nearest(List<string> projects, string file) =>
        projects.Where(project => file.StartsWith(Path.GetDirectoryName(project) + "/"))
            .OrderByDescending(project => Path.GetDirectoryName(project)!.Length).FirstOrDefault();

    static CSharpCompilation Compile(string project, HashSet<string> busy)
    {
        if (Made.TryGetValue(project, out var known)) return known;
        busy.Add(project);
        var description = XDocument.Load(project);
        var references = new List<MetadataReference>(Assemblies);
        foreach (var item in description.Descendants().Where(element => element.Name.LocalName == "ProjectReference"))
        {
            var include = ((string?)item.Attribute("Include") ?? "").Replace('\\', '/');
            var path = Path.GetFullPath(Path.Combine(Path.GetDirectoryName(project)!, include));
            if (Sources.ContainsKey(path) && !busy.Contains(path))
                references.Add(Compile(path, busy).ToMetadataReference());
        }
        var options = new CSharpParseOptions(LanguageVersion.Latest);
        var trees = Sources.GetValueOrDefault(project, new List<string>())
            .Select(file => CSharpSyntaxTree.ParseText(File.ReadAllText(file), options, file));
        var name = description.Descendants().FirstOrDefault(element => element.Name.LocalName == "AssemblyName")?.Value
            ?? Path.GetFileNameWithoutExtension(project);
        var kind = new CSharpCompilationOptions(OutputKind.DynamicallyLinkedLibrary, allowUnsafe: true);
        busy.Remove(project);
        return Made[project] = CSharpCompilation.Create(name, trees, references, kind);
    }
}

class Walker : CSharpSyntaxWalker
{
    readonly SemanticModel model;
    readonly TextWriter output;
    readonly string root;

    public Walker(SemanticModel model, TextWriter output, string root)
    {
        this.model = model;
        this.output = output;
        this.root = root;
    }

    public override void VisitIdentifierName(IdentifierNameSyntax node)
    {
        if (!node.IsVar) Tell(node, node.Identifier);
    }

    public override void VisitGenericName(GenericNameSyntax node)
    {
        Tell(node, node.Identifier);
        base.VisitGenericName(node);
    }

    void Tell(SimpleNameSyntax node, SyntaxToken token)
    {
        var symbol = model.GetSymbolInfo(node).Symbol;
        if (symbol is IAliasSymbol || symbol is INamespaceSymbol || symbol is IDynamicTypeSymbol) return;
        var (kind, made) = Use(node);
        if (symbol == null && kind == "new") symbol = model.GetTypeInfo(node).Type;
        if (symbol is IErrorTypeSymbol) symbol = null;
        var defs = new List<object>();
        if (symbol != null)
        {
            symbol = Origin(symbol);
            if (symbol is IMethodSymbol maker && maker.MethodKind == MethodKind.Constructor)
            {
                defs.AddRange(Sites(maker.ContainingType));
                defs.AddRange(Sites(maker));
            }
            else
            {
                defs.AddRange(Sites(symbol));
                if (made is IMethodSymbol constructor) defs.AddRange(Sites(Origin(constructor)));
            }
        }
        var says = symbol == null ? "unresolved" : IsLocal(symbol) ? "local" : defs.Count > 0 ? "repository" : "external";
        var position = token.GetLocation().GetLineSpan().StartLinePosition;
        output.WriteLine(JsonSerializer.Serialize(new Dictionary<string, object?>
        {
            ["path"] = Below(token.SyntaxTree!.FilePath), ["line"] = position.Line + 1, ["col"] = position.Character,
            ["name"] = token.ValueText, ["kind"] = kind, ["says"] = says, ["symbol"] = symbol?.ToDisplayString() ?? "",
            ["defs"] = defs,
        }));
    }

    /// How a name is used, and the constructor that it runs.
    (string, ISymbol?) Use(SimpleNameSyntax node)
    {
        SyntaxNode whole = node;
        while (whole.Parent is QualifiedNameSyntax qualified && qualified.Right == whole
            || whole.Parent is MemberAccessExpressionSyntax access && access.Name == whole
            || whole.Parent is AliasQualifiedNameSyntax || whole.Parent is MemberBindingExpressionSyntax)
            whole = whole.Parent!;
        switch (whole.Parent)
        {
            case ObjectCreationExpressionSyntax creation when creation.Type == whole:
                return ("new", model.GetSymbolInfo(creation).Symbol);
            case InvocationExpressionSyntax invocation when invocation.Expression == whole: return ("call", null);
            case AttributeSyntax _: return ("annotation", null);
            case BaseTypeSyntax _: return ("inherit", null);
            case UsingDirectiveSyntax _: return ("import", null);
            case AssignmentExpressionSyntax assignment when assignment.Left == whole: return ("write", null);
        }
        return (model.GetSymbolInfo(node).Symbol is ITypeSymbol ? "type" : "read", null);
    }

    static ISymbol Origin(ISymbol symbol) =>
        symbol is IMethodSymbol method ? (method.ReducedFrom ?? method).OriginalDefinition : symbol.OriginalDefinition;

    static bool IsLocal(ISymbol symbol) =>
        symbol is ILocalSymbol || symbol is IParameterSymbol || symbol is ITypeParameterSymbol || symbol is ILabelSymbol
        || symbol is IRangeVariableSymbol || symbol is IDiscardSymbol
        || symbol.ContainingType?.IsAnonymousType == true;

    IEnumerable<object> Sites(ISymbol symbol) =>
        from location in symbol.Locations
        where location.IsInSource && !symbol.IsImplicitlyDeclared
        let start = location.GetLineSpan().StartLinePosition
        select (object)new Dictionary<string, object>
        {
            ["path"] = Below(location.SourceTree!.FilePath), ["line"] = start.Line + 1, ["col"] = start.Character,
            ["name"] = symbol.Name, ["kind"] = symbol.Kind.ToString().ToLowerInvariant(),
        };

    string Below(string path) => Path.GetRelativePath(root, path).Replace('\\', '/');
}
