; what may become a fact; which names count is said by the rules in facts*.toml
(invocation_expression
  function: [(identifier) @name (generic_name (identifier) @name (type_argument_list) @types)]
  arguments: (argument_list) @arguments) @call
(invocation_expression
  function: (member_access_expression
    expression: (_) @receiver
    name: [(identifier) @name (generic_name (identifier) @name (type_argument_list) @types)])
  arguments: (argument_list) @arguments) @call
(invocation_expression
  function: (conditional_access_expression
    condition: (_) @receiver
    (member_binding_expression
      name: [(identifier) @name (generic_name (identifier) @name (type_argument_list) @types)]))
  arguments: (argument_list) @arguments) @call
(object_creation_expression
  type: [
    (identifier) @name
    (qualified_name name: (identifier) @name)
    (generic_name (identifier) @name (type_argument_list) @types)
  ]
  arguments: (argument_list) @arguments) @call
(object_creation_expression
  type: [(identifier) @name (qualified_name name: (identifier) @name)]
  !arguments
  initializer: (initializer_expression) @arguments) @call
(attribute
  name: [
    (identifier) @name
    (qualified_name name: (identifier) @name)
    (generic_name (identifier) @name (type_argument_list) @types)
  ]
  (attribute_argument_list)? @arguments) @decorator
(element_access_expression
  expression: [(identifier) @name (member_access_expression name: (identifier) @name)] @receiver
  subscript: (bracketed_argument_list . (argument
    [(string_literal) (interpolated_string_expression) (binary_expression) (member_access_expression)] @argument) .)) @subscript
((element_access_expression
  expression: [(identifier) @name (member_access_expression name: (identifier) @name)] @receiver
  subscript: (bracketed_argument_list . (argument (identifier) @argument) .)) @subscript
  (#match? @argument "^[A-Z]"))
(class_declaration name: (identifier) @name (base_list)) @class
(throw_statement (object_creation_expression) @argument) @raise
(throw_statement [(invocation_expression) (member_access_expression) (conditional_expression)] @argument) @raise
(throw_statement . ";") @raise
(throw_statement (identifier) @receiver) @raise
(throw_expression (_) @argument) @raise
(field_declaration (variable_declaration (variable_declarator name: (identifier) @name (_) @argument))) @value
(property_declaration name: (identifier) @name value: (_) @argument) @value
(return_statement (identifier) @name) @return

; `[ApiV1] class OrdersController`: an attribute may be a route by its base, whose text its constructor hands on
((class_declaration (attribute_list (attribute name: (identifier) @argument .)) name: (identifier) @name) @extend
  (#match? @name "Controller$"))
((constructor_declaration name: (identifier) @name (constructor_initializer (argument_list . (argument (_) @argument)))) @extend
  (#match? @name "Attribute$"))
; `class Orders : CarterModule { public Orders() : base("/orders") … }`: a module of routes hands on where they stand
((constructor_declaration name: (identifier) @name
  (constructor_initializer (argument_list . (argument (string_literal) @argument)))) @extend
  (#match? @argument "^\"[^\" ]*\"$") (#not-match? @name "Attribute$"))
