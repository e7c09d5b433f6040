; types
(class_declaration name: (identifier) @name) @definition.class
(struct_declaration name: (identifier) @name) @definition.struct
(interface_declaration name: (identifier) @name) @definition.interface
(record_declaration name: (identifier) @name) @definition.record
(enum_declaration name: (identifier) @name) @definition.enum
(enum_member_declaration name: (identifier) @name) @definition.enum_member
(delegate_declaration name: (identifier) @name) @definition.delegate

; members
(record_declaration (parameter_list (parameter name: (identifier) @name) @definition.property))
(method_declaration name: (identifier) @name) @definition.method
(constructor_declaration name: (identifier) @name) @definition.constructor
(destructor_declaration name: (identifier) @name) @definition.destructor
(operator_declaration operator: _ @name) @definition.operator
(conversion_operator_declaration "operator" @name) @definition.operator
(property_declaration name: (identifier) @name) @definition.property
(indexer_declaration "this" @name) @definition.indexer
(event_declaration name: (identifier) @name) @definition.event
(event_field_declaration (variable_declaration (variable_declarator name: (identifier) @name))) @definition.event
(field_declaration (variable_declaration (variable_declarator name: (identifier) @name))) @definition.field
(local_function_statement name: (identifier) @name) @definition.function

; namespaces
(namespace_declaration name: (_) @name) @namespace
(file_scoped_namespace_declaration name: (_) @name) @package

; bases: the language tells a class from an interface by declaration alone, the spelling I… by convention
(interface_declaration
  (base_list [(identifier) (qualified_name) (generic_name) (alias_qualified_name)] @base.extends)) @owner
(struct_declaration
  (base_list [(identifier) (qualified_name) (generic_name) (alias_qualified_name)] @base.implements)) @owner
([(class_declaration (base_list [(identifier) (qualified_name) (generic_name) (alias_qualified_name)] @base.extends))
  (record_declaration (base_list [(identifier) (qualified_name) (generic_name) (alias_qualified_name)] @base.extends))
 ] @owner (#not-match? @base.extends "^([^<]*[.:])?I[A-Z][A-Za-z0-9_]*(<|$)"))
(record_declaration (base_list (primary_constructor_base_type type: (_) @base.extends))) @owner
([(class_declaration (base_list [(identifier) (qualified_name) (generic_name) (alias_qualified_name)] @base.implements))
  (record_declaration (base_list [(identifier) (qualified_name) (generic_name) (alias_qualified_name)] @base.implements))
 ] @owner (#match? @base.implements "^([^<]*[.:])?I[A-Z][A-Za-z0-9_]*(<|$)"))

; explicit interface implementations
(method_declaration (explicit_interface_specifier (_) @hint) name: (identifier) @reference.implementation)
(property_declaration (explicit_interface_specifier (_) @hint) name: (identifier) @reference.implementation)
(event_declaration (explicit_interface_specifier (_) @hint) name: (identifier) @reference.implementation)
(indexer_declaration (explicit_interface_specifier (_) @hint) "this" @reference.implementation)

; imports: a namespace or a static type brings all its names, an alias one
(using_directive !name . [(identifier) (qualified_name) (alias_qualified_name)] @module @star) @import
(using_directive !name "static" (qualified_name qualifier: (_) @hint name: (identifier) @reference.import))
(using_directive name: (identifier) @alias (qualified_name qualifier: (_) @module name: (identifier) @imported)) @import
(using_directive name: (identifier) @alias
  (qualified_name qualifier: (_) @module name: (generic_name (identifier) @imported))) @import
(using_directive name: (identifier) @alias [(identifier) (alias_qualified_name)] @module .) @import
(using_directive name: (identifier) @alias (generic_name (identifier) @module)) @import
