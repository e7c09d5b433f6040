; functions, and those that belong to a table
(function_declaration name: (identifier) @name) @definition.function
((function_declaration name: (dot_index_expression table: (_) @container field: (identifier) @name))
  @definition.function (#set! container "member"))
((function_declaration name: (method_index_expression table: (_) @container method: (identifier) @name))
  @definition.method (#set! container "member"))
(variable_declaration (assignment_statement
  (variable_list . name: (identifier) @name) (expression_list . value: (function_definition)))) @definition.function
((assignment_statement
  (variable_list . name: (dot_index_expression table: (_) @container field: (identifier) @name) .)
  (expression_list . value: (function_definition))) @definition.function (#set! container "member"))
(chunk (assignment_statement
  (variable_list . name: (identifier) @name .) (expression_list . value: (function_definition))) @definition.function)
(block (assignment_statement
  (variable_list . name: (identifier) @name .) (expression_list . value: (function_definition))) @definition.function)
((field name: (identifier) @name value: (function_definition)) @definition.function (#set! container "member"))
(function_definition) @function

; variables of the file: those inside blocks are locals
(chunk (variable_declaration (variable_list name: (identifier) @name)) @definition.variable)
(chunk (variable_declaration (assignment_statement
  (variable_list . name: (identifier) @name)
  (expression_list . value: [
    (number) (string) (table_constructor) (identifier) (dot_index_expression) (bracket_index_expression)
    (binary_expression) (unary_expression) (parenthesized_expression) (true) (false) (nil) (vararg_expression)
  ]))) @definition.variable)
((chunk (variable_declaration (assignment_statement
  (variable_list . name: (identifier) @name)
  (expression_list . value: (function_call name: (_) @_called)))) @definition.variable)
  (#not-eq? @_called "require"))
(chunk (variable_declaration (assignment_statement
  (variable_list (identifier) . name: (identifier) @name))) @definition.variable)
(chunk (assignment_statement
  (variable_list name: (identifier) @name)
  (expression_list . value: [
    (number) (string) (table_constructor) (identifier) (dot_index_expression) (bracket_index_expression)
    (binary_expression) (unary_expression) (parenthesized_expression) (true) (false) (nil) (function_call)
  ])) @definition.variable)

; fields of the tables of the file
((chunk (assignment_statement
  (variable_list . name: (dot_index_expression table: (_) @container field: (identifier) @name) .)
  (expression_list . value: [
    (number) (string) (table_constructor) (identifier) (dot_index_expression) (bracket_index_expression)
    (binary_expression) (unary_expression) (parenthesized_expression) (true) (false) (nil) (function_call)
  ])) @definition.field) (#set! container "member"))

; imports
((variable_declaration (assignment_statement
  (variable_list . name: (identifier) @alias)
  (expression_list . value: (function_call name: (identifier) @_require
    arguments: (arguments . (string content: (string_content) @module) .))))) @import
  (#eq? @_require "require"))
((chunk (function_call name: (identifier) @_require
  arguments: (arguments . (string content: (string_content) @module) .)) @import)
  (#any-of? @_require "require" "dofile"))

; the table that the file hands out
(chunk (return_statement (expression_list (identifier) @exported)))
