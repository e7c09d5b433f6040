// Stubs writes the exported API of Go's standard library as source files without bodies: go run stubs.go render.go OUT
package main

import (
	"bytes"
	"errors"
	"fmt"
	"go/ast"
	"go/build"
	"go/format"
	"go/importer"
	"go/parser"
	"go/token"
	"go/types"
	"io/fs"
	"log"
	"os"
	"path/filepath"
	"sort"
	"strings"
)

// Directories below src that hold no package that a program could import.
var skipped = map[string]bool{"cmd": true, "internal": true, "testdata": true, "vendor": true}

// Described by their own source: their types are the compiler's.
var pseudo = []string{"builtin", "unsafe"}

func main() {
	log.SetFlags(0)
	out := os.Args[1]
	source := filepath.Join(build.Default.GOROOT, "src")
	api := newAPI()
	for _, path := range importPaths(source) {
		api.addPackage(load(path, source))
	}
	total := 0
	for path, text := range api.files() {
		total += write(filepath.Join(out, filepath.FromSlash(path)), text)
	}
	for _, path := range pseudo {
		total += write(filepath.Join(out, path, path+".go"), bare(filepath.Join(source, path, path+".go")))
	}
	fmt.Fprintf(os.Stderr, "go: %d files, %d bytes\n", len(api.packages)+len(pseudo), total)
}

// importPaths lists the importable packages of the standard library for this platform.
func importPaths(source string) []string {
	var paths []string
	err := filepath.WalkDir(source, func(folder string, entry fs.DirEntry, err error) error {
		if err != nil || !entry.IsDir() {
			return err
		}
		if name := entry.Name(); skipped[name] || name[0] == '_' || name[0] == '.' {
			return filepath.SkipDir
		}
		path := filepath.ToSlash(strings.TrimPrefix(folder, source+string(filepath.Separator)))
		if importable(folder) && path != pseudo[0] && path != pseudo[1] {
			paths = append(paths, path)
		}
		return nil
	})
	if err != nil {
		log.Fatal(err)
	}
	return paths
}

func importable(folder string) bool {
	found, err := build.Default.ImportDir(folder, 0)
	var empty *build.NoGoError
	if errors.As(err, &empty) {
		return false
	}
	if err != nil {
		log.Fatal(err)
	}
	return found.Name != "main"
}

var checker = importer.ForCompiler(token.NewFileSet(), "source", nil).(types.ImporterFrom)

func load(path, source string) *types.Package {
	found, err := checker.ImportFrom(path, source, 0)
	if err != nil {
		log.Fatalf("%s: %v", path, err)
	}
	return found
}

// bare is a source file without its comments.
func bare(file string) []byte {
	files := token.NewFileSet()
	tree, err := parser.ParseFile(files, file, nil, parser.SkipObjectResolution)
	if err != nil {
		log.Fatal(err)
	}
	ast.Inspect(tree, func(node ast.Node) bool {
		if body, ok := node.(*ast.FuncDecl); ok {
			body.Body = nil
		}
		return true
	})
	var text bytes.Buffer
	if err := format.Node(&text, files, tree); err != nil {
		log.Fatal(err)
	}
	return text.Bytes()
}

func write(file string, text []byte) int {
	err := os.MkdirAll(filepath.Dir(file), 0o755)
	if err == nil {
		err = os.WriteFile(file, text, 0o644)
	}
	if err != nil {
		log.Fatal(err)
	}
	return len(text)
}

// api collects what is to be declared: exported objects, and every type that these mention, wherever it is declared.
type api struct {
	packages map[*types.Package][]types.Object
	seen     map[types.Object]bool
}

func newAPI() *api {
	return &api{map[*types.Package][]types.Object{}, map[types.Object]bool{}}
}

func (a *api) addPackage(found *types.Package) {
	if _, ok := a.packages[found]; !ok {
		a.packages[found] = nil
	}
	for _, name := range found.Scope().Names() {
		if object := found.Scope().Lookup(name); object.Exported() {
			a.add(object)
		}
	}
}

func (a *api) add(object types.Object) {
	if a.seen[object] || object.Pkg() == nil || object.Pkg() == types.Unsafe {
		return
	}
	a.seen[object] = true
	a.packages[object.Pkg()] = append(a.packages[object.Pkg()], object)
	if name, ok := object.(*types.TypeName); ok {
		a.mentionDeclared(name)
	} else {
		a.mention(object.Type())
	}
}

func (a *api) mentionDeclared(name *types.TypeName) {
	switch declared := name.Type().(type) {
	case *types.Alias:
		a.mentionParameters(declared.TypeParams())
		a.mention(declared.Rhs())
	case *types.Named:
		a.mentionParameters(declared.TypeParams())
		a.mention(public(declared.Underlying()))
		for method := range declared.Methods() {
			if method.Exported() {
				a.mention(method.Type())
			}
		}
	}
}

func (a *api) mentionParameters(parameters *types.TypeParamList) {
	for parameter := range parameters.TypeParams() {
		a.mention(parameter.Constraint())
	}
}

// mention adds the named types inside a type.
func (a *api) mention(mentioned types.Type) {
	switch t := mentioned.(type) {
	case *types.Alias:
		a.add(t.Obj())
		a.mentionList(t.TypeArgs())
	case *types.Named:
		a.add(t.Origin().Obj())
		a.mentionList(t.TypeArgs())
	case *types.Signature:
		a.mentionParameters(t.TypeParams())
		a.mention(t.Params())
		a.mention(t.Results())
	case *types.Tuple:
		for variable := range t.Variables() {
			a.mention(variable.Type())
		}
	case *types.Struct:
		for field := range t.Fields() {
			a.mention(field.Type())
		}
	case *types.Interface:
		for method := range t.ExplicitMethods() {
			a.mention(method.Type())
		}
		for embedded := range t.EmbeddedTypes() {
			a.mention(embedded)
		}
	case *types.Union:
		for term := range t.Terms() {
			a.mention(term.Type())
		}
	case *types.Map:
		a.mention(t.Key())
		a.mention(t.Elem())
	case interface{ Elem() types.Type }:
		a.mention(t.Elem())
	}
}

func (a *api) mentionList(arguments *types.TypeList) {
	for argument := range arguments.Types() {
		a.mention(argument)
	}
}

// files renders each package as one file: path -> text.
func (a *api) files() map[string][]byte {
	files := map[string][]byte{}
	for found, objects := range a.packages {
		sort.Slice(objects, func(i, j int) bool { return objects[i].Name() < objects[j].Name() })
		text, err := format.Source(render(found, objects))
		if err != nil {
			log.Fatalf("%s: %v", found.Path(), err)
		}
		files[found.Path()+"/"+found.Name()+".go"] = text
	}
	return files
}
