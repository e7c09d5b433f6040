; definitions
(mod_item name: (identifier) @name body: (declaration_list) @body) @definition.module
(mod_item name: (identifier) @name !body) @definition.module
(function_item name: (identifier) @name) @definition.function
(function_signature_item name: (identifier) @name) @definition.function
(struct_item name: (type_identifier) @name) @definition.struct
(union_item name: (type_identifier) @name) @definition.union
(enum_item name: (type_identifier) @name) @definition.enum
(enum_variant name: (identifier) @name) @definition.enum_member
(field_declaration name: (field_identifier) @name) @definition.field
(trait_item name: (type_identifier) @name) @definition.trait
(type_item name: (type_identifier) @name) @definition.type_alias
(associated_type name: (type_identifier) @name) @definition.type_alias
(static_item name: (identifier) @name) @definition.variable
((const_item name: (identifier) @name) @definition.constant (#not-eq? @name "_"))
(macro_definition name: (identifier) @name) @definition.macro

; an impl is named after its type; hooks.py gives it its full name
(impl_item type: [(type_identifier) (primitive_type) (reference_type) (array_type) (tuple_type) (pointer_type)
  (dynamic_type) (function_type) (unit_type) (never_type) (macro_invocation) (abstract_type) (bracketed_type)
  (metavariable)] @name) @definition.impl
(impl_item type: (generic_type type: [(type_identifier) @name (scoped_type_identifier name: (_) @name)])) @definition.impl
(impl_item type: (scoped_type_identifier name: (type_identifier) @name)) @definition.impl

; what shields the names inside it
(closure_expression) @function
(const_item value: (block) @function)

; bases
(impl_item trait: (_) @base.implements) @owner
(trait_item bounds: (trait_bounds [(type_identifier) (generic_type) (scoped_type_identifier)] @base.extends)) @owner

; imports: each leaf of a use tree; hooks.py puts the path in front
(use_declaration argument: (identifier) @module) @import
(use_declaration argument: (scoped_identifier name: (_) @imported) @import)
(use_list (identifier) @imported @import)
(use_list (self) @imported @import)
(use_list (scoped_identifier name: (_) @imported) @import)
(use_as_clause path: [(identifier) (self)] @imported alias: (_) @alias) @import
(use_as_clause path: (scoped_identifier name: (_) @imported) alias: (_) @alias) @import
(use_wildcard) @star @import
(extern_crate_declaration name: (identifier) @module alias: (identifier)? @alias) @import
(mod_item name: (identifier) @module !body) @import
