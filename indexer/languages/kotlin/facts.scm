; what may become a fact; which names count is said by the rules in facts*.toml
(call_expression . (simple_identifier) @name (call_suffix (value_arguments) @arguments)) @call
(call_expression
  . (navigation_expression . (_) @receiver (navigation_suffix (simple_identifier) @name))
  (call_suffix (value_arguments) @arguments .)) @call
(call_expression
  . (navigation_expression . (_) @receiver (navigation_suffix (simple_identifier) @name))
  (call_suffix (value_arguments) @arguments (annotated_lambda))
  (#not-match? @name "^(trace|debug|info|warn|error)$")) @call
(call_expression . (simple_identifier) @name (call_suffix . (annotated_lambda))
  (#not-match? @name "^(single|factory|scoped|bind|bind[A-Z][A-Za-z]+)$")) @call
(call_expression . (simple_identifier) @name (call_suffix . (type_arguments) @types . (annotated_lambda))
  (#not-match? @name "^(single|factory|scoped|bind|bind[A-Z][A-Za-z]+)$")) @call
; what a container makes: `single<Users> { SqlUsers(get()) }`, `bind<Users>() with singleton { SqlUsers() }`
(call_expression . (simple_identifier) @name
  (call_suffix (type_arguments)? @types
    (annotated_lambda (lambda_literal (statements [(call_expression) (as_expression)] @arguments .))))
  (#match? @name "^(single|factory|scoped|bind[A-Z][A-Za-z]+)$")) @call
; an object of the program's own: `single<Clock> { SystemClock }`
(call_expression . (simple_identifier) @name
  (call_suffix (type_arguments)? @types (annotated_lambda (lambda_literal (statements . (simple_identifier) .) @arguments)))
  (#match? @name "^(single|factory|scoped|bind[A-Z][A-Za-z]+)$")) @call
; something else, of the type that is told
(call_expression . (simple_identifier) @name
  (call_suffix (type_arguments) @types
    (annotated_lambda (lambda_literal (statements [(navigation_expression) (if_expression) (when_expression) (elvis_expression)] .))))
  (#match? @name "^(single|factory|scoped|bind[A-Z][A-Za-z]+)$")) @call
(infix_expression
  . (call_expression . (simple_identifier) @name (call_suffix (type_arguments)? @types)) @call
  . (simple_identifier)
  . (call_expression . (simple_identifier)
      (call_suffix (annotated_lambda (lambda_literal (statements (_) @arguments .)))))
  (#eq? @name "bind"))
(infix_expression
  . (call_expression . (simple_identifier) @name (call_suffix (type_arguments) @types)) @call
  . (simple_identifier)
  . (call_expression . (simple_identifier) (call_suffix (value_arguments) @arguments))
  (#eq? @name "bind"))
(call_expression . (simple_identifier) @name
  (call_suffix (type_arguments)? @types (annotated_lambda (lambda_literal (statements
    . (call_expression . (simple_identifier)
      (call_suffix (annotated_lambda (lambda_literal (statements (_) @arguments .))))) .))))
  (#eq? @name "bind")) @call
; `"/api".nest { … }`
(call_expression
  . (navigation_expression . (_) @receiver (navigation_suffix (simple_identifier) @name))
  (call_suffix . (annotated_lambda)) (#eq? @name "nest")) @call
; `logger.info { "text" }`, `logger.error(failure) { "text" }`
(call_expression
  . (navigation_expression . (_) @receiver (navigation_suffix (simple_identifier) @name))
  (call_suffix (annotated_lambda (lambda_literal (statements . (_) .) @arguments)))
  (#any-of? @name "trace" "debug" "info" "warn" "error")) @call
; `System.getenv()["PORT"]`
(indexing_expression
  . (call_expression . (navigation_expression (navigation_suffix (simple_identifier) @name)) (call_suffix (value_arguments)))
  (indexing_suffix (_) @argument)) @subscript
(annotation (user_type (type_identifier) @name .)) @decorator
(annotation (constructor_invocation (user_type (type_identifier) @name .) (value_arguments) @arguments)) @decorator
(class_declaration (type_identifier) @name (delegation_specifier)) @class
(object_declaration (type_identifier) @name (delegation_specifier (constructor_invocation (value_arguments) @arguments))) @class
(jump_expression "throw" (call_expression . (simple_identifier)) @argument) @raise
(jump_expression "throw" (navigation_expression) @argument) @raise
; `throw X().also { … }` throws what the scope function begins with
(jump_expression "throw" (call_expression . (navigation_expression . (call_expression) @argument
  (navigation_suffix (simple_identifier) @_scope))) (#any-of? @_scope "also" "apply")) @raise
(jump_expression "throw" (call_expression . (navigation_expression . (_)
  (navigation_suffix (simple_identifier) @_scope))) @argument (#not-match? @_scope "^(also|apply)$")) @raise
; `found.orElseThrow { Missing(id) }`
(call_expression (navigation_expression (navigation_suffix (simple_identifier) @_or))
  (call_suffix (annotated_lambda (lambda_literal (statements . (call_expression . (simple_identifier)) @argument .)) @raise))
  (#eq? @_or "orElseThrow"))
(jump_expression "throw" (simple_identifier) @receiver) @raise
(property_declaration (variable_declaration (simple_identifier) @name)
  [(string_literal) (additive_expression)] @argument) @value
(jump_expression "return" (simple_identifier) @name) @return
