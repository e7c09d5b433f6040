; definitions
(class_definition name: (identifier) @name) @definition.class
(function_definition name: (identifier) @name) @definition.function
(type_alias_statement left: (type [(identifier) @name (generic_type . (identifier) @name)])) @definition.type_alias

; module variables, class attributes; locals are told apart by what encloses them
(assignment left: (identifier) @name) @definition.variable
(assignment left: [(pattern_list (identifier) @name) (tuple_pattern (identifier) @name)]) @definition.variable
(for_statement left: (identifier) @name @definition.variable)
(for_statement left: [(pattern_list (identifier) @name @definition.variable) (tuple_pattern (identifier) @name @definition.variable)])
(with_item value: (as_pattern alias: (as_pattern_target (identifier) @name @definition.variable)))

; attributes that methods give to their instance
((assignment left: (attribute object: (identifier) @_self attribute: (identifier) @name)) @definition.field
  (#any-of? @_self "self" "cls") (#set! container "type"))
((assignment left: [
    (pattern_list (attribute object: (identifier) @_self attribute: (identifier) @name @definition.field))
    (tuple_pattern (attribute object: (identifier) @_self attribute: (identifier) @name @definition.field))])
  (#any-of? @_self "self" "cls") (#set! container "type"))

; what shields the names assigned inside it
(lambda) @function

; bases
(class_definition superclasses: (argument_list [(identifier) (attribute) (subscript)] @base.extends)) @owner

; documentation
(class_definition body: (block . (string) @doc)) @owner
(function_definition body: (block . (string) @doc)) @owner
(module . (string) @doc) @owner

; imports
(import_statement name: (dotted_name) @module) @import
(import_statement name: (aliased_import name: (dotted_name) @module alias: (identifier) @alias)) @import
(import_from_statement module_name: (_) @module name: (dotted_name) @imported) @import
(import_from_statement module_name: (_) @module
  name: (aliased_import name: (dotted_name) @imported alias: (identifier) @alias)) @import
(import_from_statement module_name: (_) @module (wildcard_import) @star) @import
