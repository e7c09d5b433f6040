package main

import (
	"bytes"
	"fmt"
	"go/types"
	"maps"
	"path"
	"slices"
	"strconv"
)

// Longer values of string constants say nothing about their type.
const longestValue = 40

// page is one package's stub in the making.
type page struct {
	found   *types.Package
	imports map[string]string // local name -> import path
	text    bytes.Buffer
}

func render(found *types.Package, objects []types.Object) []byte {
	body := &page{found: found, imports: map[string]string{}}
	for _, object := range objects {
		body.declare(object)
	}
	var text bytes.Buffer
	fmt.Fprintf(&text, "package %s\n\n", found.Name())
	for _, name := range slices.Sorted(maps.Keys(body.imports)) {
		local, source := name, body.imports[name]
		if local == path.Base(source) {
			local = ""
		}
		fmt.Fprintf(&text, "import %s %q\n", local, source)
	}
	text.Write(body.text.Bytes())
	return text.Bytes()
}

// qualify gives a package's local name here, numbered where two packages share it.
func (p *page) qualify(other *types.Package) string {
	if other == p.found {
		return ""
	}
	name := other.Name()
	for number := 2; p.imports[name] != "" && p.imports[name] != other.Path(); number++ {
		name = other.Name() + strconv.Itoa(number)
	}
	p.imports[name] = other.Path()
	return name
}

func (p *page) typed(t types.Type) string {
	return types.TypeString(t, p.qualify)
}

func (p *page) declare(object types.Object) {
	switch object := object.(type) {
	case *types.Const:
		p.constant(object)
	case *types.Var:
		fmt.Fprintf(&p.text, "var %s %s\n", object.Name(), p.typed(object.Type()))
	case *types.Func:
		fmt.Fprintf(&p.text, "%s\n", types.ObjectString(unqualified(object), p.qualify))
	case *types.TypeName:
		p.declareType(object)
	}
}

// unqualified is the function without its package, which ObjectString would put before its name.
func unqualified(function *types.Func) *types.Func {
	return types.NewFunc(function.Pos(), nil, function.Name(), function.Signature())
}

func (p *page) constant(object *types.Const) {
	value := object.Val().ExactString()
	if len(value) > longestValue && value[0] == '"' {
		value = `""`
	}
	declared := p.typed(object.Type())
	if basic, ok := object.Type().(*types.Basic); ok && basic.Info()&types.IsUntyped != 0 {
		declared = ""
	}
	fmt.Fprintf(&p.text, "const %s %s = %s\n", object.Name(), declared, value)
}

func (p *page) declareType(object *types.TypeName) {
	switch declared := object.Type().(type) {
	case *types.Alias:
		parameters := p.parameters(declared.TypeParams(), true)
		fmt.Fprintf(&p.text, "type %s%s = %s\n", object.Name(), parameters, p.typed(declared.Rhs()))
	case *types.Named:
		parameters := p.parameters(declared.TypeParams(), true)
		fmt.Fprintf(&p.text, "type %s%s %s\n", object.Name(), parameters, p.underlying(declared))
		for method := range declared.Methods() {
			// The grammar reads no type parameters on a method.
			if method.Exported() && method.Signature().TypeParams().Len() == 0 {
				p.method(declared, method)
			}
		}
	}
}

// underlying is what a type is declared as, a field or method to a line.
func (p *page) underlying(declared *types.Named) string {
	var text bytes.Buffer
	switch shape := public(declared.Underlying()).(type) {
	case *types.Struct:
		text.WriteString("struct {\n")
		for field := range shape.Fields() {
			if !field.Embedded() {
				fmt.Fprintf(&text, "%s ", field.Name())
			}
			fmt.Fprintf(&text, "%s\n", p.typed(field.Type()))
		}
		text.WriteString("}")
	case *types.Interface:
		text.WriteString("interface {\n")
		for method := range shape.ExplicitMethods() {
			fmt.Fprintf(&text, "%s%s\n", method.Name(), p.typed(method.Type())[len("func"):])
		}
		for embedded := range shape.EmbeddedTypes() {
			fmt.Fprintf(&text, "%s\n", p.typed(embedded))
		}
		text.WriteString("}")
	default:
		text.WriteString(p.typed(shape))
	}
	return text.String()
}

func (p *page) method(owner *types.Named, method *types.Func) {
	receiver := owner.Obj().Name() + p.parameters(owner.TypeParams(), false)
	signature := method.Signature()
	if _, ok := signature.Recv().Type().(*types.Pointer); ok {
		receiver = "*" + receiver
	}
	fmt.Fprintf(&p.text, "func (%s) %s%s\n", receiver, method.Name(), p.typed(signature)[len("func"):])
}

// parameters spells a type parameter list, with constraints where it declares them.
func (p *page) parameters(list *types.TypeParamList, declares bool) string {
	if list.Len() == 0 {
		return ""
	}
	text := ""
	for parameter := range list.TypeParams() {
		text += ", " + parameter.Obj().Name()
		if declares {
			text += " " + p.typed(parameter.Constraint())
		}
	}
	return "[" + text[len(", "):] + "]"
}

// public leaves out fields and methods that other packages cannot name; embedded types stay, their members are promoted.
func public(shape types.Type) types.Type {
	switch shape := shape.(type) {
	case *types.Struct:
		var fields []*types.Var
		for field := range shape.Fields() {
			if field.Exported() || field.Embedded() {
				fields = append(fields, field)
			}
		}
		return types.NewStruct(fields, nil)
	case *types.Interface:
		var methods []*types.Func
		for method := range shape.ExplicitMethods() {
			if method.Exported() {
				methods = append(methods, method)
			}
		}
		return types.NewInterfaceType(methods, slices.Collect(shape.EmbeddedTypes()))
	}
	return shape
}
