; functions, prototypes, variables: the name is the innermost declarator
(function_definition declarator: (_) @name) @definition.function
(declaration declarator: [(init_declarator) (pointer_declarator) (array_declarator) (function_declarator)
  (parenthesized_declarator)] @name @definition.variable)
(declaration type: [(struct_specifier !body) (union_specifier !body) (enum_specifier !body) (primitive_type)
  (type_identifier) (sized_type_specifier)] declarator: (identifier) @name) @definition.variable
(declaration type: [(struct_specifier body: (_)) (union_specifier body: (_)) (enum_specifier body: (_))]
  declarator: (identifier) @name @definition.variable)

; types
(struct_specifier name: (type_identifier) @name body: (_)) @definition.struct
(union_specifier name: (type_identifier) @name body: (_)) @definition.union
(enum_specifier name: (type_identifier) @name body: (_)) @definition.enum
(enumerator name: (identifier) @name) @definition.enum_member
(field_declaration declarator: (_) @name) @definition.field

; a nameless type is known by its typedef, a named one stands beside it
(type_definition type: (struct_specifier !name body: (_) @body) declarator: (type_identifier) @name) @definition.struct
(type_definition type: (union_specifier !name body: (_) @body) declarator: (type_identifier) @name) @definition.union
(type_definition type: (enum_specifier !name body: (_) @body) declarator: (type_identifier) @name) @definition.enum
(type_definition type: [(struct_specifier !name) (union_specifier !name) (enum_specifier !name)]
  declarator: [(pointer_declarator) (array_declarator) (function_declarator)] @name @definition.type_alias)
(type_definition type: [(struct_specifier name: (_)) (union_specifier name: (_)) (enum_specifier name: (_))]
  declarator: (_) @name @definition.type_alias)
(type_definition type: [(primitive_type) (type_identifier) (sized_type_specifier)]
  declarator: (_) @name) @definition.type_alias

; a body whose head the parser did not know: its variables are locals
(compound_statement) @function

; the preprocessor
(preproc_def name: (identifier) @name value: (_)? @body) @definition.macro
(preproc_function_def name: (identifier) @name value: (_)? @body) @definition.macro
(preproc_include path: [(string_literal) (system_lib_string)] @module) @import
