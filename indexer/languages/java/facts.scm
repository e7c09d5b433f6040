; what may become a fact; which names count is said by the rules in facts*.toml
(method_invocation object: (_)? @receiver name: (identifier) @name arguments: (argument_list) @arguments) @call
(object_creation_expression
  type: [
    (type_identifier) @name
    (generic_type (type_identifier) @name)
    (scoped_type_identifier (type_identifier) @name .)
    (generic_type (scoped_type_identifier (type_identifier) @name .))
  ]
  arguments: (argument_list) @arguments) @call
(annotation name: [(identifier) @name (scoped_identifier name: (identifier) @name)]
  arguments: (annotation_argument_list) @arguments) @decorator
(marker_annotation name: [(identifier) @name (scoped_identifier name: (identifier) @name)]) @decorator
(class_declaration name: (identifier) @name superclass: (_)) @class
(class_declaration name: (identifier) @name !superclass interfaces: (_)) @class
(interface_declaration name: (identifier) @name (extends_interfaces)) @class
(throw_statement (identifier) @receiver) @raise
(throw_statement [
  (object_creation_expression) (method_invocation) (field_access) (parenthesized_expression)
  (ternary_expression) (array_access) (switch_expression)
] @argument) @raise
; `throw (ShopException) caught` throws what it says
(throw_statement (cast_expression type: [(type_identifier) (scoped_type_identifier) (generic_type)] @argument)) @raise
; `found.orElseThrow(() -> new Missing(id))`, `orElseThrow(Missing::new)`
(method_invocation name: (identifier) @_or arguments: (argument_list . [
    (lambda_expression body: (object_creation_expression) @argument)
    (lambda_expression body: (block . (return_statement (object_creation_expression) @argument) .))
    (method_reference . [(identifier) (scoped_identifier)] @argument . "new")
  ] @raise) (#any-of? @_or "orElseThrow" "getOrElseThrow"))
(field_declaration declarator: (variable_declarator name: (identifier) @name value: (_) @argument)) @value
(constant_declaration declarator: (variable_declarator name: (identifier) @name value: (_) @argument)) @value
(return_statement (identifier) @name) @return
