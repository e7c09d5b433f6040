; package
(package_clause (package_identifier) @name) @package

; functions and methods
((function_declaration name: (identifier) @name) @definition.function (#not-eq? @name "_"))
((method_declaration
  receiver: (parameter_list (parameter_declaration
    type: [
      (type_identifier) @container
      (pointer_type (type_identifier) @container)
      (generic_type type: (type_identifier) @container)
      (pointer_type (generic_type type: (type_identifier) @container))
      (parenthesized_type (pointer_type (type_identifier) @container))
      (parenthesized_type (type_identifier) @container)
    ]))
  name: (field_identifier) @name) @definition.method (#not-eq? @name "_"))
(func_literal) @function
((function_declaration name: (identifier) @_name) @function (#eq? @_name "_"))
((method_declaration name: (field_identifier) @_name) @function (#eq? @_name "_"))

; types
((type_spec name: (type_identifier) @name type: (struct_type (field_declaration_list) @body)) @definition.struct
  (#not-eq? @name "_"))
((type_spec name: (type_identifier) @name type: (interface_type "{" @body)) @definition.interface
  (#not-eq? @name "_"))
((type_spec name: (type_identifier) @name
  type: [
    (type_identifier) (qualified_type) (generic_type) (pointer_type) (array_type) (slice_type) (map_type)
    (channel_type) (function_type) (parenthesized_type) (negated_type)
  ]) @definition.type_alias (#not-eq? @name "_"))
((type_alias name: (type_identifier) @name) @definition.type_alias (#not-eq? @name "_"))

; members
(field_declaration name: (field_identifier) @name) @definition.field
(field_declaration !name type: (type_identifier) @name) @definition.field
(field_declaration !name type: (qualified_type name: (type_identifier) @name)) @definition.field
(field_declaration !name type: (generic_type type: (type_identifier) @name)) @definition.field
(field_declaration !name type: (generic_type type: (qualified_type name: (type_identifier) @name))) @definition.field
(method_elem name: (field_identifier) @name) @definition.method

; constants and variables of the package; locals are told apart by what encloses them
((const_spec (identifier) @name) @definition.constant (#not-eq? @name "_"))
((var_spec name: (identifier) @name) @definition.variable (#not-eq? @name "_"))

; embedded types
(type_spec type: (struct_type (field_declaration_list
  (field_declaration !name type: (_) @base.embeds)))) @owner
(type_alias type: (struct_type (field_declaration_list
  (field_declaration !name type: (_) @base.embeds)))) @owner
(type_spec type: (interface_type
  (type_elem . [(type_identifier) (qualified_type) (generic_type)] @base.embeds .))) @owner

; imports
(import_spec !name path: (_) @module) @import
(import_spec name: [(package_identifier) (blank_identifier)] @alias path: (_) @module) @import
(import_spec name: (dot) @star path: (_) @module) @import
