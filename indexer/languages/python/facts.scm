; what may become a fact; which names count is said by the rules in facts*.toml
(call function: (identifier) @name arguments: (argument_list) @arguments) @call
(call function: (attribute object: (_) @receiver attribute: (identifier) @name) arguments: (argument_list) @arguments) @call
((with_statement (with_clause (with_item value: (call function: (attribute object: (_) @receiver attribute: (identifier) @name) arguments: (argument_list) @arguments)))) @call
  (#eq? @name "prefixed"))
(decorator [(identifier) @name (attribute object: (_) @receiver attribute: (identifier) @name)]) @decorator
(subscript value: [(identifier) @name (attribute attribute: (identifier) @name)] . subscript: (_) @argument .) @subscript
(comparison_operator . (string) @argument operators: ["in" "not in"] [(identifier) @name (attribute attribute: (identifier) @name)] .) @subscript
((attribute object: [(identifier) @name (attribute attribute: (identifier) @name)] attribute: (identifier) @key) @member
  (#any-of? @name "settings"))
(class_definition name: (identifier) @name superclasses: (argument_list (_)) @arguments) @class
(raise_statement . (_)? @argument cause: (_)? @receiver) @raise
(assignment left: (identifier) @name right: (_) @argument) @value
((augmented_assignment left: (identifier) @name right: (_) @argument) @extend (#any-of? @name "MIDDLEWARE"))
((call function: (attribute object: (identifier) @name attribute: (identifier) @_verb) arguments: (argument_list (_) @argument .)) @extend
  (#any-of? @name "MIDDLEWARE") (#any-of? @_verb "append" "insert" "extend"))
((assignment left: (identifier) @name right: [(binary_operator) (list (list_splat))] @argument) @extend (#any-of? @name "MIDDLEWARE"))
((assignment left: (attribute attribute: (identifier) @name) right: (dictionary) @argument) @extend (#eq? @name "beat_schedule"))
(return_statement . (identifier) @name) @return
