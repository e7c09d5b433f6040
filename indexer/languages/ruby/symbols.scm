; modules and classes; `class A::B` names its container
(module name: (constant) @name) @definition.module
(module name: (scope_resolution scope: (_) @container name: (constant) @name)) @definition.module
(class name: (constant) @name) @definition.class
(class name: (scope_resolution scope: (_) @container name: (constant) @name)) @definition.class

; methods
(method name: [(identifier) (constant) (operator) (setter)] @name) @definition.function
(singleton_method name: [(identifier) (constant) (operator) (setter)] @name) @definition.function
(alias name: [(identifier) (constant) (operator) (setter)] @name) @definition.method

; methods and properties that calls define; the name is a symbol
((call !receiver method: (identifier) @_define arguments: (argument_list . (simple_symbol) @name @definition.method))
  (#any-of? @_define "define_method" "alias_method" "define_singleton_method"))
((call !receiver method: (identifier) @_attr arguments: (argument_list (simple_symbol) @name @definition.property))
  (#any-of? @_attr "attr_accessor" "attr_reader" "attr_writer" "attr" "cattr_accessor" "cattr_reader" "cattr_writer"
    "mattr_accessor" "mattr_reader" "mattr_writer" "class_attribute" "thread_mattr_accessor"))

; constants, state
(assignment left: (constant) @name) @definition.constant
(assignment left: (left_assignment_list (constant) @name)) @definition.constant
(operator_assignment left: (constant) @name) @definition.constant
(assignment left: (global_variable) @name) @definition.variable
((assignment left: [(instance_variable) (class_variable)] @name) @definition.field (#set! container "type"))
((assignment left: (left_assignment_list [(instance_variable) (class_variable)] @name)) @definition.field
  (#set! container "type"))
((operator_assignment left: [(instance_variable) (class_variable)] @name) @definition.field (#set! container "type"))

; bases
(class superclass: (superclass [(constant) (scope_resolution)] @base.extends)) @owner
((class body: (body_statement (call !receiver method: (identifier) @_mix
  arguments: (argument_list [(constant) (scope_resolution)] @base.mixes_in)))) @owner
  (#any-of? @_mix "include" "extend" "prepend"))
((module body: (body_statement (call !receiver method: (identifier) @_mix
  arguments: (argument_list [(constant) (scope_resolution)] @base.mixes_in)))) @owner
  (#any-of? @_mix "include" "extend" "prepend"))

; imports
((call !receiver method: (identifier) @_require arguments: (argument_list . (string . (string_content) @module .) .))
  @import (#any-of? @_require "require" "require_relative" "load"))
((call !receiver method: (identifier) @_autoload
  arguments: (argument_list . (simple_symbol) @alias . (string . (string_content) @module .) .)) @import
  (#eq? @_autoload "autoload"))
