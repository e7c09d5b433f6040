; what only TypeScript has
(abstract_class_declaration name: (_) @name (class_heritage)) @class
(public_field_definition name: (property_identifier) @name value: (_) @argument) @value
(enum_assignment name: (property_identifier) @name value: (_) @argument) @value
(throw_statement [(as_expression) (non_null_expression)] @receiver) @raise
