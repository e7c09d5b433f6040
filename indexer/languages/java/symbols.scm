; the file's package
(package_declaration [(scoped_identifier) (identifier)] @name) @package
(module_declaration name: (_) @name) @definition.module

; types
(class_declaration name: (identifier) @name) @definition.class
(interface_declaration name: (identifier) @name) @definition.interface
(enum_declaration name: (identifier) @name) @definition.enum
(record_declaration name: (identifier) @name) @definition.record
(annotation_type_declaration name: (identifier) @name) @definition.annotation

; members
(method_declaration name: (identifier) @name) @definition.method
(annotation_type_element_declaration name: (identifier) @name) @definition.method
(constructor_declaration name: (identifier) @name) @definition.constructor
(compact_constructor_declaration name: (identifier) @name) @definition.constructor
(field_declaration declarator: (variable_declarator name: (identifier) @name)) @definition.field
(constant_declaration declarator: (variable_declarator name: (identifier) @name)) @definition.constant
(enum_constant name: (identifier) @name) @definition.enum_member
(record_declaration parameters: (formal_parameters (formal_parameter name: (identifier) @name) @definition.property))
(record_declaration parameters: (formal_parameters
  (spread_parameter (variable_declarator name: (identifier) @name)) @definition.property))

; bases
(class_declaration superclass: (superclass (_) @base.extends)) @owner
(class_declaration interfaces: (super_interfaces (type_list (_) @base.implements))) @owner
(enum_declaration interfaces: (super_interfaces (type_list (_) @base.implements))) @owner
(record_declaration interfaces: (super_interfaces (type_list (_) @base.implements))) @owner
(interface_declaration (extends_interfaces (type_list (_) @base.extends))) @owner

; imports
(import_declaration (scoped_identifier scope: (_) @module name: (identifier) @imported) .) @import
(import_declaration . (identifier) @module .) @import
(import_declaration [(scoped_identifier) (identifier)] @module (asterisk) @star) @import
