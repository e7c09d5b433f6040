(function_definition name: (word) @name) @definition.function

; variables of the script: direct, exported or read-only, at any depth outside functions
(variable_assignment name: (variable_name) @name) @definition.variable
(declaration_command (variable_name) @name @definition.variable)

; files that are read in
((command name: (command_name (word) @_source) argument: [(word) (string) (raw_string) (concatenation)] @module) @import
  (#any-of? @_source "source" "."))

; `X=1 command` sets X for that command alone
(command (variable_assignment)) @function
