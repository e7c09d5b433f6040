; types
(class_declaration declaration_kind: "class" name: (type_identifier) @name) @definition.class
(class_declaration declaration_kind: "actor" name: (type_identifier) @name) @definition.class
(class_declaration declaration_kind: "struct" name: (type_identifier) @name) @definition.struct
(class_declaration declaration_kind: "enum" name: (type_identifier) @name) @definition.enum
(class_declaration declaration_kind: "extension" name: (user_type) @name) @definition.extension
(protocol_declaration name: (type_identifier) @name) @definition.protocol
(typealias_declaration name: (type_identifier) @name) @definition.type_alias
(associatedtype_declaration name: (type_identifier) @name) @definition.type_alias
(enum_entry name: (simple_identifier) @name) @definition.enum_member

; functions
(function_declaration "func" . (simple_identifier) @name) @definition.function
((function_declaration "func" . _ @name) @definition.operator (#match? @name "^[-+*/%<>=!&|^~?.]+$"))
(protocol_function_declaration name: (simple_identifier) @name) @definition.method
(init_declaration "init" @name) @definition.constructor
(deinit_declaration "deinit" @name) @definition.destructor
(subscript_declaration "subscript" @name) @definition.indexer
(macro_declaration (simple_identifier) @name) @definition.macro
(lambda_literal) @function
(computed_property) @function
(willset_didset_block) @function

; properties, globals; locals are told apart by what encloses them
(property_declaration name: (pattern bound_identifier: (simple_identifier) @name)) @definition.variable
(protocol_property_declaration name: (pattern bound_identifier: (simple_identifier) @name)) @definition.variable

; bases: a class names its superclass first
(class_declaration declaration_kind: "class" name: (_) . (type_parameters)? .
  (inheritance_specifier inherits_from: (_) @base.extends)) @owner
(class_declaration declaration_kind: "class"
  (inheritance_specifier) . (inheritance_specifier inherits_from: (_) @base.implements)) @owner
(class_declaration declaration_kind: ["struct" "enum" "extension" "actor"]
  (inheritance_specifier inherits_from: (_) @base.implements)) @owner
(protocol_declaration (inheritance_specifier inherits_from: (_) @base.extends)) @owner

; imports
(import_declaration (identifier) @module) @import
