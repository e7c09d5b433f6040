// What Go's own type checker says about every name: go run truth.go FOLDER
// Modules outside the folder are not fetched; one JSON object per occurrence goes to stdout (see make.py).
package main

import (
	"bufio"
	"encoding/json"
	"errors"
	"go/ast"
	"go/build"
	"go/importer"
	"go/parser"
	"go/token"
	"go/types"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"sort"
	"strings"
	"unicode/utf8"
)

type place struct {
	Path string `json:"path"`
	Line int    `json:"line"`
	Col  int    `json:"col"`
	Name string `json:"name"`
	Kind string `json:"kind"`
}

type row struct {
	place
	Says   string  `json:"says"`
	Symbol string  `json:"symbol"`
	Defs   []place `json:"defs,omitempty"`
}

// Packages of the folder by import path, each checked when something imports it.
type world struct {
	root    string
	set     *token.FileSet
	library types.Importer
	folders map[string]string
	parsed  map[string]*ast.File
	lines   map[string][]string
	plain   map[string]*types.Package
}

var moduleLine = regexp.MustCompile(`(?m)^module\s+"?([^\s"]+)`)

func newWorld(root string) *world {
	build.Default.CgoEnabled = false
	set := token.NewFileSet()
	w := &world{root, set, importer.ForCompiler(set, "source", nil), map[string]string{},
		map[string]*ast.File{}, map[string][]string{}, map[string]*types.Package{}}
	filepath.WalkDir(root, func(file string, entry fs.DirEntry, problem error) error {
		if problem == nil && strings.HasSuffix(file, ".go") {
			folder := filepath.Dir(file)
			w.folders[w.importPath(folder)] = folder
		}
		return nil
	})
	return w
}

// The nearest go.mod above names the module; a folder without one is known by where it is.
func (w *world) importPath(folder string) string {
	for at := folder; strings.HasPrefix(at, w.root); at = filepath.Dir(at) {
		if text, problem := os.ReadFile(filepath.Join(at, "go.mod")); problem == nil {
			if found := moduleLine.FindSubmatch(text); found != nil {
				inner, _ := filepath.Rel(at, folder)
				return path.Join(string(found[1]), filepath.ToSlash(inner))
			}
		}
	}
	return folder
}

func (w *world) files(folder string, names []string) []*ast.File {
	var found []*ast.File
	for _, name := range names {
		file := filepath.Join(folder, name)
		if w.parsed[file] == nil {
			text, _ := os.ReadFile(file)
			w.lines[file] = strings.Split(string(text), "\n")
			w.parsed[file], _ = parser.ParseFile(w.set, file, text, parser.SkipObjectResolution)
		}
		if w.parsed[file] != nil {
			found = append(found, w.parsed[file])
		}
	}
	return found
}

type importing func(string) (*types.Package, error)

func (f importing) Import(name string) (*types.Package, error) { return f(name) }

func (w *world) Import(name string) (*types.Package, error) {
	folder, own := w.folders[name]
	if !own {
		return w.library.Import(name)
	}
	if found, checked := w.plain[name]; checked {
		if found == nil {
			return nil, errors.New("imports itself")
		}
		return found, nil
	}
	w.plain[name] = nil
	listed, _ := build.ImportDir(folder, 0)
	w.plain[name], _ = w.check(name, w.files(folder, listed.GoFiles), w)
	return w.plain[name], nil
}

// What does not hang on an error is wanted all the same.
func (w *world) check(name string, files []*ast.File, from types.Importer) (*types.Package, *types.Info) {
	info := &types.Info{Uses: map[*ast.Ident]types.Object{}}
	config := types.Config{Importer: from, FakeImportC: true, Error: func(error) {}}
	found, _ := config.Check(name, w.set, files, info)
	return found, info
}

// The package with its tests, and the tests beside it, which see what the tests within export.
func (w *world) rows(name string, emit func(row)) {
	folder := w.folders[name]
	listed, _ := build.ImportDir(folder, 0)
	inner := w.files(folder, append(append([]string{}, listed.GoFiles...), listed.TestGoFiles...))
	tested, info := w.check(name, inner, w)
	w.tell(inner, info, emit)
	outer := w.files(folder, listed.XTestGoFiles)
	seeing := importing(func(wanted string) (*types.Package, error) {
		if wanted == name {
			return tested, nil
		}
		return w.Import(wanted)
	})
	_, info = w.check(name+"_test", outer, seeing)
	w.tell(outer, info, emit)
}

func (w *world) tell(files []*ast.File, info *types.Info, emit func(row)) {
	for _, file := range files {
		uses := usesIn(file)
		ast.Inspect(file, func(node ast.Node) bool {
			if name, is := node.(*ast.Ident); is && info.Uses[name] != nil {
				emit(w.judge(name, origin(info.Uses[name]), uses[name]))
			}
			return true
		})
	}
}

func (w *world) judge(name *ast.Ident, object types.Object, use string) row {
	if _, is := object.(*types.TypeName); is {
		use = "type"
	}
	if field, is := object.(*types.Var); use == "key" && is && field.IsField() {
		use = "write"
	}
	if use == "" || use == "key" {
		use = "read"
	}
	found := row{place: w.place(name.Pos(), name.Name, use), Symbol: symbol(object)}
	kind, local := kindOf(object)
	inside := strings.HasPrefix(w.set.Position(object.Pos()).Filename, w.root+string(filepath.Separator))
	switch {
	case local:
		found.Says = "local"
	case !inside:
		found.Says = "external"
	default:
		found.Says, found.Defs = "repository", []place{w.place(object.Pos(), object.Name(), kind)}
	}
	return found
}

func symbol(object types.Object) string {
	if object.Pkg() == nil {
		return "." + object.Name()
	}
	return object.Pkg().Path() + "." + object.Name()
}

// The declaration behind an instance of something generic.
func origin(object types.Object) types.Object {
	switch one := object.(type) {
	case *types.Var:
		return one.Origin()
	case *types.Func:
		return one.Origin()
	}
	return object
}

func kindOf(object types.Object) (kind string, local bool) {
	inner := object.Pkg() != nil && object.Parent() != object.Pkg().Scope()
	switch one := object.(type) {
	case *types.Var:
		if one.IsField() {
			return "field", false
		}
		return "var", inner
	case *types.Func:
		if one.Signature().Recv() != nil {
			return "method", false
		}
		return "function", false
	case *types.Const:
		return "const", inner
	case *types.TypeName:
		return "type", inner
	}
	return "", object.Pkg() != nil // names of packages and labels; not what the language brings
}

// Columns are characters, not bytes.
func (w *world) place(at token.Pos, name, kind string) place {
	position := w.set.Position(at)
	inner, _ := filepath.Rel(w.root, position.Filename)
	line := w.lines[position.Filename][position.Line-1]
	column := utf8.RuneCountInString(line[:min(position.Column-1, len(line))])
	return place{filepath.ToSlash(inner), position.Line, column, name, kind}
}

func usesIn(file *ast.File) map[*ast.Ident]string {
	uses := map[*ast.Ident]string{}
	mark := func(expression ast.Expr, use string) {
		if name := last(expression); name != nil && uses[name] == "" {
			uses[name] = use
		}
	}
	ast.Inspect(file, func(node ast.Node) bool {
		switch one := node.(type) {
		case *ast.CallExpr:
			mark(one.Fun, "call")
		case *ast.IncDecStmt:
			mark(one.X, "write")
		case *ast.AssignStmt:
			for _, target := range one.Lhs {
				mark(target, "write")
			}
		case *ast.CompositeLit:
			for _, element := range one.Elts {
				if pair, is := element.(*ast.KeyValueExpr); is {
					if name, plain := pair.Key.(*ast.Ident); plain {
						mark(name, "key")
					}
				}
			}
		}
		return true
	})
	return uses
}

// The name that a call or an assignment is about.
func last(expression ast.Expr) *ast.Ident {
	switch one := expression.(type) {
	case *ast.Ident:
		return one
	case *ast.SelectorExpr:
		return one.Sel
	case *ast.ParenExpr:
		return last(one.X)
	case *ast.IndexListExpr:
		return last(one.X)
	}
	return nil
}

func main() {
	root, problem := filepath.EvalSymlinks(os.Args[1])
	if problem != nil {
		panic(problem)
	}
	root, _ = filepath.Abs(root)
	w := newWorld(root)
	output := bufio.NewWriter(os.Stdout)
	defer output.Flush()
	encoder := json.NewEncoder(output)
	var names []string
	for name := range w.folders {
		names = append(names, name)
	}
	sort.Strings(names)
	for _, name := range names {
		w.rows(name, func(one row) { encoder.Encode(one) })
	}
}
