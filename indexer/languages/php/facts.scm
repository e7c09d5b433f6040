; what may become a fact; which names count is said by the rules in facts*.toml
(function_call_expression function: (name) @name arguments: (arguments) @arguments) @call
(scoped_call_expression scope: (_) @receiver name: (name) @name arguments: (arguments) @arguments) @call
(member_call_expression object: (_) @receiver name: (name) @name arguments: (arguments) @arguments) @call
(attribute (name) @name parameters: (arguments)? @arguments) @decorator
(attribute (qualified_name (name) @name .) parameters: (arguments)? @arguments) @decorator
(class_declaration name: (name) @name (base_clause (_))) @class
(property_element name: (variable_name (name) @name) default_value: (_) @argument) @value
(const_element . (name) @name . (_) @argument) @value
(throw_expression (object_creation_expression . [(name) (qualified_name (name) .)] @argument)) @raise
(throw_expression (scoped_call_expression scope: [(name) (qualified_name (name) .)] @argument)) @raise
(throw_expression (variable_name) @receiver) @raise
((subscript_expression . (variable_name (name) @name) . (_) @argument .) @subscript (#any-of? @name "_ENV" "_SERVER"))
; what is told of a class or a method in the comment above it
((comment) @name @extend (#match? @name "@([A-Za-z]+\\\\)?(Route|Get|Post|Put|Patch|Delete|Entity)\\b"))
