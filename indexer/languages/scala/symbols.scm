; the file's package; `package a { … }` holds for its block only
(package_clause name: (package_identifier) @name !body) @package
(package_clause name: (package_identifier) @name body: (_)) @namespace

; types
(class_definition name: (_) @name) @definition.class
(trait_definition name: (_) @name) @definition.trait
(object_definition name: (_) @name) @definition.object
(package_object name: (_) @name) @definition.object
(enum_definition name: (_) @name) @definition.enum
(simple_enum_case name: (_) @name) @definition.enum_member
(full_enum_case name: (_) @name) @definition.enum_member
(type_definition name: (_) @name) @definition.type_alias

; functions
(function_definition name: (_) @name) @definition.function
(function_declaration name: (_) @name) @definition.function
(lambda_expression) @function

; members that hold values; parameters of a class are seen in all of it
(class_parameter name: (identifier) @name) @definition.property
(given_definition name: (identifier) @name) @definition.property
(template_body (val_definition pattern: (identifier) @name) @definition.property)
(template_body (val_definition pattern: (identifiers (identifier) @name)) @definition.property)
(template_body (val_definition pattern: (tuple_pattern (identifier) @name)) @definition.property)
(template_body (var_definition pattern: (identifier) @name) @definition.property)
(template_body (var_definition pattern: (identifiers (identifier) @name)) @definition.property)
(template_body [(val_declaration (identifier) @name) (var_declaration (identifier) @name)] @definition.property)
(enum_body (val_definition pattern: (identifier) @name) @definition.property)
(compilation_unit (val_definition pattern: (identifier) @name) @definition.property)
(compilation_unit (var_definition pattern: (identifier) @name) @definition.property)

; bases (the field would only give the first)
(class_definition extend: (extends_clause
  [(type_identifier) (generic_type) (stable_type_identifier) (projected_type)] @base.extends)) @owner
(trait_definition extend: (extends_clause
  [(type_identifier) (generic_type) (stable_type_identifier) (projected_type)] @base.extends)) @owner
(object_definition extend: (extends_clause
  [(type_identifier) (generic_type) (stable_type_identifier) (projected_type)] @base.extends)) @owner
(package_object extend: (extends_clause
  [(type_identifier) (generic_type) (stable_type_identifier) (projected_type)] @base.extends)) @owner
(enum_definition extend: (extends_clause
  [(type_identifier) (generic_type) (stable_type_identifier) (projected_type)] @base.extends)) @owner

; imports; the hook adds the path
(import_declaration (identifier) @imported .) @import
(import_declaration (namespace_wildcard) @star) @import
(import_declaration (namespace_selectors (identifier) @imported)) @import
(import_declaration (namespace_selectors (namespace_wildcard) @star)) @import
(import_declaration (namespace_selectors (arrow_renamed_identifier name: (_) @imported alias: (_) @alias))) @import
(import_declaration (namespace_selectors (as_renamed_identifier name: (_) @imported alias: (_) @alias))) @import
