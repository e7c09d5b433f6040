; the file's package
(package_header (identifier) @name) @package

; types; the hook tells interfaces, enums and annotations from classes
(class_declaration (type_identifier) @name) @definition.class
(object_declaration (type_identifier) @name) @definition.object
(companion_object (type_identifier) @name) @definition.object
(companion_object "object" @name . ":") @definition.object
(companion_object "object" @name . (class_body)) @definition.object
(companion_object "object" @name .) @definition.object
(type_alias (type_identifier) @name) @definition.type_alias
(enum_entry (simple_identifier) @name) @definition.enum_member

; functions; an extension belongs to the type it extends
(function_declaration !receiver (simple_identifier) @name) @definition.function
(function_declaration receiver: (receiver_type (_) @container .) (simple_identifier) @name) @definition.function
(secondary_constructor "constructor" @name) @definition.constructor
(lambda_literal) @function
(anonymous_function) @function

; properties
(class_parameter (binding_pattern_kind) (simple_identifier) @name) @definition.property
(class_body (property_declaration !receiver (variable_declaration (simple_identifier) @name)) @definition.property)
(enum_class_body (property_declaration !receiver (variable_declaration (simple_identifier) @name)) @definition.property)
(source_file (property_declaration !receiver (variable_declaration (simple_identifier) @name)) @definition.property)
(property_declaration receiver: (receiver_type (_) @container .)
  (variable_declaration (simple_identifier) @name)) @definition.property

; bases
(class_declaration (delegation_specifier (constructor_invocation (user_type) @base.extends))) @owner
(class_declaration "class" (delegation_specifier (user_type) @base.implements)) @owner
(class_declaration "interface" (delegation_specifier (user_type) @base.extends)) @owner
(class_declaration (delegation_specifier (explicit_delegation . (user_type) @base.implements))) @owner
(object_declaration (delegation_specifier (constructor_invocation (user_type) @base.extends))) @owner
(object_declaration (delegation_specifier (user_type) @base.implements)) @owner
(object_declaration (delegation_specifier (explicit_delegation . (user_type) @base.implements))) @owner
(companion_object (delegation_specifier (constructor_invocation (user_type) @base.extends))) @owner
(companion_object (delegation_specifier (user_type) @base.implements)) @owner

; imports; the hook takes them apart
(import_header (identifier) @module) @import
