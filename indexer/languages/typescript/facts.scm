; what only TypeScript has
(abstract_class_declaration name: (_) @name (class_heritage)) @class
(public_field_definition name: (property_identifier) @name value: (_) @argument) @value
(enum_assignment name: (property_identifier) @name value: (_) @argument) @value
(throw_statement [(as_expression) (non_null_expression)] @receiver) @raise
((variable_declarator name: (identifier) @name value: (as_expression (object) @argument)) @value @kept
  (#match? @name "^([a-z]*[rR]outesV?[0-9]+|[A-Z_]*(ROUTES?|PATHS?|ENDPOINTS?)(_?V[0-9]+)?|[a-zA-Z]*([pP]aths|[eE]ndpoints|[rR]outes))$"))
