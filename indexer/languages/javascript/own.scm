; class fields; TypeScript's grammar has its own nodes for them
(field_definition property: [(property_identifier) (private_property_identifier)] @name
  value: [(function_expression) (generator_function) (arrow_function)] (#set! container "member")) @definition.method
(field_definition property: [(property_identifier) (private_property_identifier)] @name
  (#set! container "member")) @definition.field

; fields that methods give to their instance
(assignment_expression left: (member_expression object: (this)
  property: [(property_identifier) (private_property_identifier)] @name) (#set! container "type")) @definition.field

; members given to a function's prototype that are written elsewhere
((assignment_expression left: (_
    object: (_ object: (_) @container property: (property_identifier) @_prototype)
    property: (property_identifier) @name)
  right: [(identifier) (member_expression) (call_expression)]) @definition.field
  (#eq? @_prototype "prototype") (#not-eq? @name "__proto__") (#not-eq? @name "constructor") (#set! container "member"))

; methods given to an object; TypeScript's types say what an object has
((assignment_expression left: (_
    object: [(identifier) (member_expression)] @container property: (property_identifier) @name)
  right: [(function_expression) (generator_function) (arrow_function)]) @definition.method
  (#not-match? @container "^(module|exports|module.exports)$|[^\\w.$]|prototype$")
  (#set! container "member"))

; bases
(class_declaration (class_heritage (_) @base.extends)) @owner
(class (class_heritage (_) @base.extends)) @owner
(variable_declarator value: (class (class_heritage (_) @base.extends))) @owner
(export_statement value: (class (class_heritage (_) @base.extends))) @owner
(assignment_expression right: (class (class_heritage (_) @base.extends))) @owner
