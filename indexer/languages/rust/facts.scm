; what may become a fact; which names count is said by the rules in facts*.toml
(call_expression function: [(identifier) @name (scoped_identifier name: (identifier) @name)] arguments: (arguments) @arguments) @call
(call_expression function: (generic_function function: [(identifier) @name (scoped_identifier name: (identifier) @name)])
  arguments: (arguments) @arguments) @call
(call_expression function: (field_expression value: (_) @receiver field: (field_identifier) @name) arguments: (arguments) @arguments) @call
(call_expression function: (generic_function function: (field_expression value: (_) @receiver field: (field_identifier) @name))
  arguments: (arguments) @arguments) @call
(macro_invocation macro: [(identifier) @name (scoped_identifier name: (identifier) @name)] (token_tree) @arguments) @call
; a macro among the tokens of another, such as what `select!` runs: like an attribute's, its name is not linked
(token_tree (identifier) @name . "!" . (token_tree) @arguments @decorator)
; what is read from the environment among the tokens of a macro
((token_tree (identifier) @receiver . "::" . (identifier) @name . (token_tree) @arguments @decorator)
  (#eq? @receiver "env") (#any-of? @name "var" "var_os"))
(attribute_item (attribute . (identifier) @name value: (string_literal) @argument)) @decorator
(attribute_item (attribute . (identifier) @name arguments: (token_tree)? @arguments)) @decorator
(attribute_item (attribute . (scoped_identifier path: (_) @receiver name: (identifier) @name) arguments: (token_tree)? @arguments)) @decorator
(const_item name: (identifier) @name value: (_) @argument) @value
(static_item name: (identifier) @name value: (_) @argument) @value
(block (identifier) @name .) @return
