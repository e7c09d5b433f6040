// What TypeScript's own checker says about every name: node typescript.mjs TOOLS FOLDER EXTENSION…
// TOOLS has `typescript` and `@types/node` installed; one JSON object per occurrence goes to stdout (see make.py).
import { createRequire } from "node:module";
import { existsSync, readdirSync, readFileSync, writeSync } from "node:fs";
import { dirname, join, relative, resolve, sep } from "node:path";

const [tools, folder, ...extensions] = process.argv.slice(2);
const ts = createRequire(resolve(tools, "package.json"))("typescript");
const root = resolve(folder);
const Kind = ts.SyntaxKind;

function* sources(directory, endings = extensions) {
  const entries = readdirSync(directory, { withFileTypes: true });
  for (const entry of entries.sort((a, b) => (a.name < b.name ? -1 : 1))) {
    const path = join(directory, entry.name);
    if (entry.isDirectory()) {
      if (entry.name !== "node_modules" && entry.name !== ".git") yield* sources(path, endings);
    } else if (endings.some((ending) => path.endsWith(ending))) yield path;
  }
}

// Packages of the repository by name: an installation would link them, here their sources stand for them.
function packages() {
  const found = {};
  for (const file of sources(root, ["/package.json", "\\package.json"])) {
    const { name, source } = ts.parseConfigFileTextToJson(file, readFileSync(file, "utf8")).config ?? {};
    const entries = [source, "src/index.ts", "index.ts", "src/index.tsx", "lib/index.ts"].filter(Boolean);
    const entry = entries.map((each) => join(dirname(file), each)).find(existsSync);
    if (name && entry) found[name] = [entry];
  }
  return found;
}

// The project's own path mappings count; its strictness does not.
function compilerOptions() {
  const file = join(root, "tsconfig.json");
  const read = existsSync(file) ? ts.readConfigFile(file, ts.sys.readFile).config : {};
  const { paths, baseUrl, experimentalDecorators } = ts.parseJsonConfigFileContent(read ?? {}, ts.sys, root).options;
  const mappings = { paths: { ...packages(), ...paths }, pathsBasePath: root };
  return {
    ...mappings, baseUrl, experimentalDecorators, strict: true, noEmit: true, skipLibCheck: true, allowJs: true, checkJs: true,
    allowImportingTsExtensions: true, resolveJsonModule: true, jsx: ts.JsxEmit.Preserve, target: ts.ScriptTarget.ESNext,
    module: ts.ModuleKind.ESNext, moduleResolution: ts.ModuleResolutionKind.Bundler,
    types: ["node"], typeRoots: [join(resolve(tools), "node_modules", "@types")],
  };
}

// A package's own path mappings, of the nearest tsconfig.json that has some, count before those of the whole.
const mapped = new Map();
function mappingsOf(directory) {
  if (!directory.startsWith(root + sep)) return undefined;
  if (!mapped.has(directory)) {
    const file = join(directory, "tsconfig.json");
    const read = existsSync(file) ? ts.readConfigFile(file, ts.sys.readFile).config : undefined;
    const { paths, baseUrl, pathsBasePath } = read ? ts.parseJsonConfigFileContent(read, ts.sys, directory).options : {};
    mapped.set(directory, paths ? { paths, baseUrl, pathsBasePath } : mappingsOf(dirname(directory)));
  }
  return mapped.get(directory);
}

function resolvesNearby(host, options) {
  return (literals, file) => literals.map(({ text }) => {
    const nearby = text.startsWith(".") ? undefined : mappingsOf(dirname(resolve(file)));
    const own = nearby && ts.resolveModuleName(text, file, { ...options, ...nearby }, host);
    return own?.resolvedModule ? own : ts.resolveModuleName(text, file, options, host);
  });
}

const files = [...sources(root)];
const options = compilerOptions();
const host = ts.createCompilerHost(options);
host.resolveModuleNameLiterals = resolvesNearby(host, options);
const program = ts.createProgram(files, options, host);
const checker = program.getTypeChecker();
const wanted = new Set(files.map((file) => file.split(sep).join("/")));

const inside = (node) => wanted.has(node.getSourceFile().fileName);

// What a declaration's name is; `module.exports = …` and default exports have none.
function nameOf(declaration) {
  const name = ts.getNameOfDeclaration(declaration);
  return name && ts.isPropertyAccessExpression(name) ? name.name : (name ?? declaration);
}

function isDeclarationName(node) {
  const { parent } = node;
  if (ts.isExportSpecifier(parent)) return parent.propertyName !== undefined && parent.name === node;
  if (ts.isImportSpecifier(parent) || ts.isImportClause(parent) || ts.isShorthandPropertyAssignment(parent)) return false;
  if (ts.isBindingElement(parent) && parent.propertyName === node) return false;
  if (ts.isPropertyAccessExpression(parent) || ts.isMetaProperty(parent) || ts.isJsxAttribute(parent)) return false;
  return parent.name === node || ts.isLabeledStatement(parent) || ts.isBreakOrContinueStatement(parent);
}

function resolved(node) {
  const { parent } = node;
  let symbol = ts.isShorthandPropertyAssignment(parent) && parent.name === node
    ? checker.getShorthandAssignmentValueSymbol(parent)
    : ts.isExportSpecifier(parent)
      ? checker.getExportSpecifierLocalTargetSymbol(parent)
      : checker.getSymbolAtLocation(node);
  if (symbol && symbol.flags & ts.SymbolFlags.Alias) symbol = checker.getAliasedSymbol(symbol);
  return symbol;
}

const TYPE_LIKE = new Set([Kind.TypeReference, Kind.TypeQuery, Kind.TypePredicate, Kind.ImportType]);

// The outermost expression or type name that this name is the last part of.
function whole(node) {
  let top = node;
  while (
    (ts.isPropertyAccessExpression(top.parent) && top.parent.name === top) ||
    (ts.isQualifiedName(top.parent) && top.parent.right === top)
  ) top = top.parent;
  return top;
}

function useKind(node) {
  const top = whole(node);
  const { parent } = top;
  if (ts.isImportSpecifier(parent) || ts.isImportClause(parent) || ts.isImportEqualsDeclaration(parent)) return "import";
  if (ts.isExportSpecifier(parent)) return "export";
  if (ts.isExpressionWithTypeArguments(parent) && ts.isHeritageClause(parent.parent)) return "inherit";
  if (ts.isNewExpression(parent) && parent.expression === top) return "new";
  if (ts.isCallExpression(parent) && parent.expression === top) return "call";
  if (ts.isTaggedTemplateExpression(parent) && parent.tag === top) return "call";
  if (TYPE_LIKE.has(parent.kind)) return "type";
  return isWritten(top) ? "write" : "read";
}

function isWritten(top) {
  const { parent } = top;
  if (ts.isPrefixUnaryExpression(parent) || ts.isPostfixUnaryExpression(parent)) {
    return parent.operator === Kind.PlusPlusToken || parent.operator === Kind.MinusMinusToken;
  }
  return ts.isBinaryExpression(parent) && parent.left === top && ts.isAssignmentOperator(parent.operatorToken.kind);
}

const DECLARED_IN_BLOCKS = new Set([
  Kind.VariableDeclaration, Kind.BindingElement, Kind.FunctionDeclaration, Kind.FunctionExpression, Kind.ClassDeclaration,
  Kind.ClassExpression, Kind.InterfaceDeclaration, Kind.TypeAliasDeclaration, Kind.EnumDeclaration,
]);

// Parameters, type parameters and what a function or block declares for itself.
function isLocal(declaration) {
  if (ts.isParameter(declaration)) return !ts.isParameterPropertyDeclaration(declaration, declaration.parent);
  if (ts.isTypeParameterDeclaration(declaration) || ts.isInferTypeNode(declaration.parent ?? declaration)) return true;
  if (isOfBlock(declaration)) return true;
  return DECLARED_IN_BLOCKS.has(declaration.kind) && ts.findAncestor(declaration.parent, ts.isFunctionLike) !== undefined;
}

// `let` and `const` of a loop or block, wherever it stands.
function isOfBlock(declaration) {
  if (!ts.isVariableDeclaration(declaration) && !ts.isBindingElement(declaration)) return false;
  if (!(ts.getCombinedNodeFlags(declaration) & ts.NodeFlags.BlockScoped)) return false;
  const around = ts.getEnclosingBlockScopeContainer(declaration);
  return !ts.isSourceFile(around) && !ts.isModuleBlock(around) && !ts.isModuleDeclaration(around);
}

// A key of an object that a function makes: neither a local nor what anybody would call a definition.
function isPassing(declaration) {
  const isKey = ts.isPropertyAssignment(declaration) || ts.isShorthandPropertyAssignment(declaration);
  return isKey && ts.findAncestor(declaration.parent, ts.isFunctionLike) !== undefined;
}

// `exports.name = name`: the key stands for the local function; by it others reach what is no local for them.
const isMember = (node) => ts.isPropertyAccessExpression(node.parent) && node.parent.name === node;

function place(node) {
  const source = node.getSourceFile();
  const { line, character } = source.getLineAndCharacterOfPosition(node.getStart(source));
  return { path: relative(root, source.fileName).split(sep).join("/"), line: line + 1, col: character };
}

function definition(declaration) {
  const name = nameOf(declaration);
  return { ...place(name), name: name.text ?? "", kind: kindOf(declaration) };
}

const kindOf = (node) => Kind[node.kind].replace(/Declaration$|Signature$/, "").toLowerCase();

function judge(node) {
  const symbol = resolved(node);
  const at = { ...place(node), name: node.text, kind: useKind(node) };
  if (!symbol || checker.isUnknownSymbol(symbol)) return { ...at, says: "unresolved", symbol: "" };
  const told = { ...at, symbol: checker.getFullyQualifiedName(symbol).replaceAll(root, "") };
  const own = (symbol.declarations ?? []).filter(inside);
  if (own.some((declaration) => nameOf(declaration) === node)) return undefined; // `exports.name = …` defines it
  if (!own.length) return { ...told, says: "external" };
  if (own.every(ts.isSourceFile)) return { ...told, says: "module" };
  if (own.some(isLocal)) return isMember(node) ? undefined : { ...told, says: "local" };
  if (own.some(isPassing)) return undefined;
  return { ...told, says: "repository", defs: own.map(definition) };
}

const isName = (node) => (ts.isIdentifier(node) || ts.isPrivateIdentifier(node)) && node.text && !isDeclarationName(node);
// `as const` looks like a type's name.
const isConst = (node) => ts.isTypeReferenceNode(node.parent) && ts.isConstTypeReference(node.parent);

let pending = "";

function flush() {
  writeSync(1, pending);
  pending = "";
}

function visit(node) {
  const row = isName(node) && !isConst(node) ? judge(node) : undefined;
  if (row) pending += JSON.stringify(row) + "\n";
  if (pending.length > 1e6) flush();
  ts.forEachChild(node, visit);
}

for (const source of program.getSourceFiles()) if (inside(source)) visit(source);
flush();
