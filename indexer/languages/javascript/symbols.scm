; functions and classes; what a variable holds goes by the variable's name
(function_declaration name: (identifier) @name) @definition.function
(generator_function_declaration name: (identifier) @name) @definition.function
(class_declaration name: (_) @name) @definition.class
(variable_declarator name: (identifier) @name
  value: [(function_expression) (generator_function) (arrow_function)]) @definition.function
(variable_declarator name: (identifier) @name value: (class body: (class_body) @body)) @definition.class
[(function_expression) (generator_function) (arrow_function) (class_static_block)] @function

; functions and classes whose name only they themselves see; a pattern that begins at a frequent node costs far more
; than one that begins at a rare node and looks at the text around it
((_ (function_expression name: (identifier) @name) @definition.function) @_around
  (#match? @_around "(?s)^(\\(.*\\)|\\[.*\\]|return\\b.*)$") (#set! container "member"))
([(arguments (class name: (_) @name) @definition.class)
    (return_statement (class name: (_) @name) @definition.class)]
  (#set! container "member"))

; accessors are one property; members are reached through their owner only
(method_definition ["get" "set"]
  name: [(property_identifier) @name (private_property_identifier) @name (string (string_fragment) @name)]
  (#set! container "member")) @definition.property
(method_definition
  name: [(property_identifier) @name (private_property_identifier) @name (string (string_fragment) @name)]
  (#set! container "member")) @definition.method
(method_definition name: [(computed_property_name) (number)] @name
  (#set! container "member") (#set! clean)) @definition.method

; functions that stand in an object
(pair key: [(property_identifier) @name (string (string_fragment) @name)]
  value: [(function_expression) (generator_function) (arrow_function)] (#set! container "member")) @definition.method

; variables: `var` anywhere outside functions, `let` and `const` only where no block hides them
((variable_declaration (variable_declarator name: (identifier) @name value: (_)? @_value) @definition.variable)
  (#not-match? @_value "^require\\s*\\(\\s*['\"][^'\"]*['\"]\\s*\\)(\\.\\w+)?$"))
((program (lexical_declaration (variable_declarator name: (identifier) @name value: (_)? @_value) @definition.variable))
  (#not-match? @_value "^require\\s*\\(\\s*['\"][^'\"]*['\"]\\s*\\)(\\.\\w+)?$"))
(export_statement declaration: (lexical_declaration
  (variable_declarator name: (identifier) @name) @definition.variable))
((program [
    (lexical_declaration (variable_declarator
      name: [
        (object_pattern [
          (shorthand_property_identifier_pattern) @name
          (object_assignment_pattern left: (shorthand_property_identifier_pattern) @name)
          (pair_pattern value: [(identifier) @name (assignment_pattern left: (identifier) @name)])
          (rest_pattern (identifier) @name)])
        (array_pattern [(identifier) @name (assignment_pattern left: (identifier) @name) (rest_pattern (identifier) @name)])
      ] value: (_) @_value) @definition.variable)
    (export_statement (lexical_declaration (variable_declarator
      name: [
        (object_pattern [
          (shorthand_property_identifier_pattern) @name
          (pair_pattern value: (identifier) @name)])
        (array_pattern (identifier) @name)
      ] value: (_) @_value) @definition.variable))])
  (#not-match? @_value "^require\\s*\\(\\s*['\"][^'\"]*['\"]\\s*\\)$"))

; what an object at the top of a module holds
(program [
  (lexical_declaration (variable_declarator value: (object (pair key: (property_identifier) @name
    (#set! container "member")) @definition.variable)))
  (variable_declaration (variable_declarator value: (object (pair key: (property_identifier) @name
    (#set! container "member")) @definition.variable)))
  (export_statement declaration: (lexical_declaration (variable_declarator
    value: (object (pair key: (property_identifier) @name
      (#set! container "member")) @definition.variable))))])

; default exports that have no name of their own
(export_statement "default" @name value: [(function_expression) (generator_function) (arrow_function)]
  (#set! container "member")) @definition.function
(export_statement "default" @name value: (class body: (class_body) @body) (#set! container "member")) @definition.class
(export_statement "default" @name
  value: [(object) (array) (call_expression) (new_expression)] (#set! container "member")) @definition.variable

; CommonJS: `module.exports = …`, `exports.x = …`
((assignment_expression left: (member_expression) @_left right: [
    (function_expression name: (identifier) @name @exported) @definition.function
    (class name: (_) @name @exported) @definition.class])
  (#eq? @_left "module.exports") (#set! container "member"))
((assignment_expression left: (_ property: (property_identifier) @name @exported) @_left
  right: [(function_expression !name) (generator_function !name) (arrow_function)]) @definition.function
  (#eq? @_left "module.exports") (#set! container "member"))
((assignment_expression left: (_ property: (property_identifier) @name @exported) @_left
  right: (class !name body: (class_body) @body)) @definition.class
  (#eq? @_left "module.exports") (#set! container "member"))
((assignment_expression left: (_ property: (property_identifier) @name @exported) @_left
  right: [(call_expression) (new_expression) (binary_expression) (ternary_expression)]) @definition.variable
  (#eq? @_left "module.exports") (#set! container "member"))
((assignment_expression left: (_ object: [(identifier) (member_expression)] @_left
    property: (property_identifier) @name @exported)
  right: [(function_expression) (generator_function) (arrow_function)]) @definition.function
  (#any-of? @_left "exports" "module.exports") (#set! container "member"))
((assignment_expression left: (_ object: [(identifier) (member_expression)] @_left
    property: (property_identifier) @name @exported)
  right: (class body: (class_body) @body)) @definition.class
  (#any-of? @_left "exports" "module.exports") (#set! container "member"))
((assignment_expression left: (_ object: [(identifier) (member_expression)] @_left
    property: (property_identifier) @name @exported) right: (_) @_right) @definition.variable
  (#any-of? @_left "exports" "module.exports") (#not-eq? @_right @name) (#set! container "member"))
((assignment_expression left: (member_expression) @_left
  right: (object (pair key: (property_identifier) @name @exported value: (_) @_right) @definition.variable))
  (#eq? @_left "module.exports") (#not-eq? @_right @name) (#set! container "member"))
((assignment_expression left: (member_expression) @_left
  right: (object (method_definition name: (property_identifier) @exported)))
  (#eq? @_left "module.exports"))

; methods given to a function's prototype
((assignment_expression left: (_
    object: (_ object: (_) @container property: (property_identifier) @_prototype)
    property: (property_identifier) @name)
  right: [(function_expression) (generator_function) (arrow_function)]) @definition.method
  (#eq? @_prototype "prototype") (#set! container "member"))
((assignment_expression left: (_
    object: (_) @container property: (property_identifier) @_prototype)
  right: (object [
    (pair key: (property_identifier) @name value: [(function_expression) (arrow_function)]) @definition.method
    (method_definition name: (property_identifier) @name) @definition.method]))
  (#eq? @_prototype "prototype") (#set! container "member"))

; export lists
(export_statement !source (export_clause (export_specifier name: (identifier) @exported)))
(export_statement value: (identifier) @exported)
((assignment_expression left: [(identifier) (member_expression)] @_left right: (identifier) @exported)
  (#any-of? @_left "exports" "module.exports"))
((assignment_expression left: (_ object: [(identifier) (member_expression)] @_left property: (_))
  right: (identifier) @exported)
  (#any-of? @_left "exports" "module.exports"))
((assignment_expression left: (member_expression) @_left
  right: (object [(shorthand_property_identifier) @exported (pair value: (identifier) @exported)]))
  (#eq? @_left "module.exports"))
((variable_declarator name: (identifier) @exported
  value: (assignment_expression left: [(identifier) (member_expression)] @_left))
  (#any-of? @_left "exports" "module.exports"))

; imports
(import_statement (import_clause (identifier) @imported @alias) source: (string) @module) @import
(import_statement (import_clause (named_imports
  (import_specifier name: (_) @imported alias: (_)? @alias))) source: (string) @module) @import
(import_statement (import_clause (namespace_import (identifier) @alias)) source: (string) @module) @import
(import_statement "import" . source: (string) @module) @import
(export_statement (export_clause
  (export_specifier name: (_) @imported alias: (_)? @alias)) source: (string) @module) @import
(export_statement (namespace_export (_) @alias) source: (string) @module) @import
(export_statement "*" @star source: (string) @module) @import
(call_expression function: (import) arguments: (arguments . (string) @module)) @import

; imports of CommonJS; a hook leaves out bare ones that stand where they are not counted
((variable_declarator name: (identifier) @imported @alias value: [
    (_ function: (identifier) @_require arguments: (_ . (string) @module .))
    (member_expression object: (_ function: (identifier) @_require arguments: (_ . (string) @module .)))]) @import
  (#eq? @_require "require"))
((variable_declarator
  name: (object_pattern [
    (shorthand_property_identifier_pattern) @imported
    (pair_pattern key: (property_identifier) @imported value: (identifier) @alias)])
  value: (_ function: (identifier) @_require arguments: (_ . (string) @module .))) @import
  (#eq? @_require "require"))
((call_expression function: (identifier) @_require arguments: (_ . (string) @module .)) @import
  (#eq? @_require "require"))
