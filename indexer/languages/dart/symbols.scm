; types
(class_definition name: (identifier) @name) @definition.class
(class_definition (mixin_application_class . (identifier) @name)) @definition.class
(mixin_declaration (identifier) @name (class_body) @body) @definition.trait
(extension_declaration name: (identifier) @name) @definition.extension
(extension_type_declaration name: (identifier) @name) @definition.class
(enum_declaration name: (identifier) @name) @definition.enum
(enum_constant name: (identifier) @name) @definition.enum_member
(type_alias . (type_identifier) @name . (type_parameters)? . "=") @definition.type_alias
(type_alias (type_identifier) @name . (type_parameters)? . (formal_parameter_list)) @definition.type_alias

; functions; their bodies stand beside them
(function_signature name: (identifier) @name) @definition.function
(getter_signature name: (identifier) @name) @definition.property
(setter_signature name: (identifier) @name) @definition.property
(operator_signature "operator" . _ @name) @definition.operator
(constructor_signature (identifier) @name . (formal_parameter_list)) @definition.constructor
(constant_constructor_signature (identifier) @name . (formal_parameter_list)) @definition.constructor
(factory_constructor_signature (identifier) @name . (formal_parameter_list)) @definition.constructor
(redirecting_factory_constructor_signature (identifier) @name . (formal_parameter_list)) @definition.constructor
(function_body) @function
(function_expression) @function

; variables and fields
(program (initialized_identifier_list (initialized_identifier . (identifier) @name) @definition.variable))
(program (static_final_declaration_list (static_final_declaration . (identifier) @name) @definition.variable))
(declaration (initialized_identifier_list (initialized_identifier . (identifier) @name) @definition.field))
(declaration (identifier_list (identifier) @name @definition.field))
(declaration (static_final_declaration_list (static_final_declaration . (identifier) @name) @definition.field))
(representation_declaration name: (identifier) @name) @definition.field

; bases
(class_definition superclass: (superclass (type_identifier) @base.extends)) @owner
(class_definition superclass: (superclass (mixins (type_identifier) @base.mixes_in))) @owner
(class_definition interfaces: (interfaces (type_identifier) @base.implements)) @owner
(class_definition (mixin_application_class (mixin_application (type_identifier) @base.extends))) @owner
(class_definition (mixin_application_class (mixin_application (mixins (type_identifier) @base.mixes_in)))) @owner
(mixin_declaration (type_identifier) @base.extends) @owner
(mixin_declaration (interfaces (type_identifier) @base.implements)) @owner
(enum_declaration (mixins (type_identifier) @base.mixes_in)) @owner
(enum_declaration (interfaces (type_identifier) @base.implements)) @owner

; imports
(import_specification (configurable_uri . (uri) @module)) @import
(import_specification (uri) @module) @import
(import_specification (configurable_uri . (uri) @module) (combinator "show" (identifier) @imported)) @import
(import_specification (uri) @module (combinator "show" (identifier) @imported)) @import
(library_export (configurable_uri . (uri) @module)) @import
(library_export (configurable_uri . (uri) @module) (combinator "show" (identifier) @imported)) @import
(part_directive (uri) @module) @import
(part_of_directive (uri) @module) @import
