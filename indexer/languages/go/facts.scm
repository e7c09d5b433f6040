; what may become a fact; which names count is said by the rules in facts*.toml
(call_expression function: (identifier) @name arguments: (argument_list) @arguments) @call
(call_expression function: (selector_expression operand: (_) @receiver field: (field_identifier) @name) arguments: (argument_list) @arguments) @call
(const_spec name: (identifier) @name . value: (expression_list . (_) @argument .)) @value
(const_spec name: (identifier) @name . type: (_) . value: (expression_list . (_) @argument .)) @value
(var_spec name: (identifier) @name . value: (expression_list . (_) @argument .)) @value
(return_statement (expression_list . (identifier) @name)) @return
; errors that are returned by name or made on the spot: a name alone is no error, so its habit has to say so
((return_statement (expression_list [(identifier) (selector_expression)] @argument .)) @raise (#match? @argument "(^|\\.)([eE]rr[A-Z]\\w*|EOF|ErrUnexpectedEOF)$"))
((return_statement (expression_list [(composite_literal type: (_) @_type) (unary_expression operand: (composite_literal type: (_) @_type))] @argument .)) @raise (#match? @_type "Err(or)?$"))
