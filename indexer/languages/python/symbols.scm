; definitions
(class_definition name: (identifier) @name) @definition.class
(function_definition name: (identifier) @name) @definition.function
(type_alias_statement left: (type (identifier) @name)) @definition.type_alias

; module variables, class attributes; locals are told apart by what encloses them
(module (assignment left: (identifier) @name) @definition.variable)
(class_definition body: (block (assignment left: (identifier) @name) @definition.variable))
; … also behind conditions; assignments that stand in a function's own block are not even looked at
([(if_statement (block (assignment left: (identifier) @name) @definition.variable))
  (elif_clause (block (assignment left: (identifier) @name) @definition.variable))
  (else_clause (block (assignment left: (identifier) @name) @definition.variable))
  (try_statement (block (assignment left: (identifier) @name) @definition.variable))
  (except_clause (block (assignment left: (identifier) @name) @definition.variable))
  (finally_clause (block (assignment left: (identifier) @name) @definition.variable))
  (with_statement (block (assignment left: (identifier) @name) @definition.variable))
  (for_statement (block (assignment left: (identifier) @name) @definition.variable))
  (while_statement (block (assignment left: (identifier) @name) @definition.variable))
  (case_clause (block (assignment left: (identifier) @name) @definition.variable))])
(assignment left: [(pattern_list (identifier) @name) (tuple_pattern (identifier) @name)]) @definition.variable

; attributes that methods give to their instance
((assignment left: (attribute object: (identifier) @_self attribute: (identifier) @name)) @definition.field
  (#eq? @_self "self") (#set! container "type"))

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
