; namespaces
(namespace_definition name: (namespace_name) @name !body) @package
(namespace_definition name: (namespace_name) @name body: (_)) @namespace

; types
(class_declaration name: (name) @name) @definition.class
(interface_declaration name: (name) @name) @definition.interface
(trait_declaration name: (name) @name) @definition.trait
(enum_declaration name: (name) @name) @definition.enum
(enum_case name: (name) @name) @definition.enum_member

; functions
(function_definition name: (name) @name) @definition.function
(method_declaration name: (name) @name) @definition.method
(anonymous_function) @function
(arrow_function) @function
(anonymous_class) @function

; members; a promoted parameter is a property of the class
(property_declaration (property_element name: (variable_name (name) @name))) @definition.property
((property_promotion_parameter name: (variable_name (name) @name)) @definition.property (#set! container "type"))
(const_declaration (const_element . (name) @name)) @definition.constant

; constants and variables of the file
((function_call_expression function: (name) @_define
  arguments: (arguments . (argument (string (string_content) @name)))) @definition.constant
  (#eq? @_define "define"))
(program (expression_statement (assignment_expression left: (variable_name) @name) @definition.variable))

; bases
(class_declaration (base_clause [(name) (qualified_name) (relative_name)] @base.extends)) @owner
(interface_declaration (base_clause [(name) (qualified_name) (relative_name)] @base.extends)) @owner
(class_declaration (class_interface_clause [(name) (qualified_name) (relative_name)] @base.implements)) @owner
(enum_declaration (class_interface_clause [(name) (qualified_name) (relative_name)] @base.implements)) @owner
(class_declaration body: (_ (use_declaration [(name) (qualified_name) (relative_name)] @base.mixes_in))) @owner
(trait_declaration body: (_ (use_declaration [(name) (qualified_name) (relative_name)] @base.mixes_in))) @owner
(enum_declaration body: (_ (use_declaration [(name) (qualified_name) (relative_name)] @base.mixes_in))) @owner

; imports
(namespace_use_declaration !body (namespace_use_clause . [(name) (qualified_name)] @module !alias)) @import
(namespace_use_declaration !body
  (namespace_use_clause . [(name) (qualified_name)] @module alias: (name) @alias)) @import
(namespace_use_declaration (namespace_name) @module
  body: (namespace_use_group (namespace_use_clause . [(name) (qualified_name)] @imported !alias))) @import
(namespace_use_declaration (namespace_name) @module
  body: (namespace_use_group (namespace_use_clause . [(name) (qualified_name)] @imported alias: (name) @alias))) @import
(require_expression (string (string_content) @module)) @import
(require_once_expression (string (string_content) @module)) @import
(include_expression (string (string_content) @module)) @import
(include_once_expression (string (string_content) @module)) @import
(require_once_expression (binary_expression right: (string (string_content) @module))) @import
(require_expression (binary_expression right: (string (string_content) @module))) @import
