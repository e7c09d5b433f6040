; what may become a fact; which names count is said by the rules in facts*.toml
(call_expression function: (identifier) @name arguments: (argument_list) @arguments) @call
(call_expression function: (selector_expression operand: (_) @receiver field: (field_identifier) @name) arguments: (argument_list) @arguments) @call
(composite_literal type: (qualified_type name: (type_identifier) @name) body: (literal_value) @arguments) @call
(type_spec name: (type_identifier) @name type: (struct_type (field_declaration_list (field_declaration !name)))) @class
; tags of fields: settings that a library fills in, the table of a model
((field_declaration name: (field_identifier) @name tag: (_) @argument) @class
  (#match? @argument "\\b(env|envconfig|mapstructure|bun|gorm)\\b|[pP]refix:|namespace:|command:|group:"))
((field_declaration !name type: [(type_identifier) @name (qualified_type name: (type_identifier) @name)] tag: (_) @argument) @class
  (#match? @argument "\\bbun\\b"))
(const_spec name: (identifier) @name value: (expression_list . (_) @argument .)) @value
(var_spec name: (identifier) @name value: (expression_list . (_) @argument .)) @value
; the name of a model's table
((method_declaration name: (field_identifier) @name
  body: (block (statement_list . (return_statement (expression_list . (_) @argument .)) .))) @value (#eq? @name "TableName"))
; functions that a package adds to a list when it is loaded, for whoever calls each of them
((function_declaration name: (identifier) @_init body: (block (statement_list (assignment_statement
  left: (expression_list . [(identifier) @name (selector_expression field: (field_identifier) @name)] .)
  right: (expression_list . (call_expression function: (identifier) @_append
    arguments: (argument_list . (_) [(identifier) (selector_expression)] @argument)) .)) @extend)))
  (#eq? @_init "init") (#eq? @_append "append"))
; what gqlgen asks for each field of the schema
((method_declaration receiver: (parameter_list (parameter_declaration type: (pointer_type (type_identifier) @name)))) @extend
  (#any-of? @name "queryResolver" "mutationResolver" "subscriptionResolver"))
(return_statement (expression_list . (identifier) @name)) @return
; errors that are returned by name or made on the spot: any value can be returned, so its name has to say that it is one
((return_statement (expression_list [(identifier) (selector_expression)] @argument .)) @raise
  (#match? @argument "(^|\\.)([eE]rr[A-Z]\\w*|EOF)$"))
((return_statement (expression_list [
  (composite_literal type: (_) @_type)
  (unary_expression operand: (composite_literal type: (_) @_type))] @argument .)) @raise
  (#match? @_type "Err(or)?$|(^|\\.)Err[A-Z]\\w*$"))
; the same with something added to it: `ErrDenied.WithHint("…")`
((return_statement (expression_list (call_expression function: (selector_expression operand: [
  (identifier) @argument
  (selector_expression) @argument
  (call_expression function: (selector_expression operand: [(identifier) (selector_expression)] @argument))])) .)) @raise
  (#match? @argument "(^|\\.)[eE]rr[A-Z]\\w*$"))
; what makes an error is named so: `return errors.NewSlugError(…)`; those of protocols have rules of their own
((return_statement (expression_list (call_expression function: [
    (identifier) @_made
    (selector_expression field: (field_identifier) @_made)]) @argument .)) @raise
  (#match? @_made "^New[A-Z]\\w*Error$") (#not-eq? @_made "NewHTTPError"))
; a stack is added to it
((return_statement (expression_list (call_expression
    function: (selector_expression field: (field_identifier) @_with)
    arguments: (argument_list . [(identifier) (selector_expression)] @argument .)) .)) @raise
  (#eq? @_with "WithStack") (#match? @argument "(^|\\.)[eE]rr[A-Z]\\w*$"))
