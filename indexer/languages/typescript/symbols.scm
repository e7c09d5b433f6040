; declarations
(function_signature name: (identifier) @name) @definition.function
(abstract_class_declaration name: (_) @name) @definition.class
(interface_declaration name: (_) @name) @definition.interface
(type_alias_declaration name: (_) @name) @definition.type_alias
(enum_declaration name: (_) @name) @definition.enum
(enum_body name: (property_identifier) @name @definition.enum_member)
(enum_body name: (string (string_fragment) @name) @definition.enum_member)
(enum_assignment name: [(property_identifier) @name (string (string_fragment) @name)]) @definition.enum_member

; namespaces and ambient modules
(internal_module name: (_) @name (#set! clean)) @definition.namespace
(module name: [(identifier) (nested_identifier)] @name (#set! clean)) @definition.namespace
(module name: (string (string_fragment) @name) (#set! container "member")) @definition.module
(ambient_declaration "global" @name (statement_block) @body (#set! container "member")) @definition.namespace
(internal_module body: (statement_block
  (lexical_declaration (variable_declarator name: (identifier) @name) @definition.variable)))
(module body: (statement_block
  (lexical_declaration (variable_declarator name: (identifier) @name) @definition.variable)))
(ambient_declaration (statement_block
  (lexical_declaration (variable_declarator name: (identifier) @name) @definition.variable)))
(ambient_declaration (lexical_declaration (variable_declarator name: (identifier) @name) @definition.variable))

; nameless types: a member of one is not the other's of the same name
(object_type) @apart

; members
(public_field_definition name: [(property_identifier) (private_property_identifier)] @name
  value: [(function_expression) (generator_function) (arrow_function)] (#set! container "member")) @definition.method
(public_field_definition
  name: [(property_identifier) @name (private_property_identifier) @name (string (string_fragment) @name)]
  (#set! container "member")) @definition.field
(public_field_definition name: (computed_property_name) @name
  (#set! container "member") (#set! clean)) @definition.field
(method_signature ["get" "set"] name: [(property_identifier) (private_property_identifier)] @name
  (#set! container "member")) @definition.property
(method_signature
  name: [(property_identifier) @name (private_property_identifier) @name (string (string_fragment) @name)]
  (#set! container "member")) @definition.method
(method_signature name: (computed_property_name) @name (#set! container "member") (#set! clean)) @definition.method
(abstract_method_signature ["get" "set"] name: (property_identifier) @name
  (#set! container "member")) @definition.property
(abstract_method_signature name: (property_identifier) @name (#set! container "member")) @definition.method
(construct_signature "new" @name (#set! container "member")) @definition.constructor
(property_signature
  name: [(property_identifier) @name (private_property_identifier) @name (string (string_fragment) @name)]
  (#set! container "member")) @definition.property

; constructor parameters that are properties
([(required_parameter [(accessibility_modifier) (override_modifier) "readonly"] pattern: (identifier) @name)
  (optional_parameter [(accessibility_modifier) (override_modifier) "readonly"] pattern: (identifier) @name)]
  @definition.field (#set! container "type"))

; objects behind `as const` and `satisfies`
(program [
  (lexical_declaration (variable_declarator
    value: [(as_expression (object (pair key: (property_identifier) @name) @definition.variable))
      (satisfies_expression (object (pair key: (property_identifier) @name) @definition.variable))]
    (#set! container "member")))
  (export_statement declaration: (lexical_declaration (variable_declarator
    value: [(as_expression (object (pair key: (property_identifier) @name) @definition.variable))
      (satisfies_expression (object (pair key: (property_identifier) @name) @definition.variable))]
    (#set! container "member"))))])

; bases
(_ (class_heritage (extends_clause value: (_) @base.extends))) @owner
(class_declaration (class_heritage (implements_clause (_) @base.implements))) @owner
(abstract_class_declaration (class_heritage (implements_clause (_) @base.implements))) @owner
(variable_declarator value: (class (class_heritage (extends_clause value: (_) @base.extends)))) @owner
(export_statement value: (class (class_heritage (extends_clause value: (_) @base.extends)))) @owner
(interface_declaration (extends_type_clause type: (_) @base.extends)) @owner

; exports and imports
(export_statement "=" (identifier) @exported)
(import_require_clause (identifier) @alias source: (string) @module) @import

; outside of JavaScript `require` is a function like others: what it gives is held by a variable
((program (lexical_declaration (variable_declarator name: (identifier) @name value: (_) @_value) @definition.variable))
  (#match? @_value "^require\\s*\\(\\s*['\"][^'\"]*['\"]\\s*\\)(\\.\\w+)?$"))

; methods given to a function
((assignment_expression left: (_ object: (identifier) @container property: (property_identifier) @name)
  right: [(function_expression) (generator_function) (arrow_function)]) @definition.method
  (#not-any-of? @container "module" "exports") (#set! container "function"))
; and what else it is given: `Menu.Item = Item`
(program (expression_statement (assignment_expression
  left: (member_expression object: (identifier) @container property: (property_identifier) @name)
  right: [(identifier) (member_expression) (call_expression) (object) (array) (string) (template_string) (number)
    (true) (false) (null) (as_expression) (satisfies_expression) (new_expression)]) @definition.field)
  (#not-any-of? @container "module" "exports") (#not-eq? @name "prototype") (#set! container "function"))
