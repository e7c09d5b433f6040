; what may become a fact; which names count is said by the rules in facts*.toml
(call !receiver method: (identifier) @name arguments: (argument_list)? @arguments) @call
(call receiver: (_) @receiver method: (identifier) @name arguments: (argument_list)? @arguments) @call
((call receiver: (_) @receiver method: (identifier) @name !arguments block: (block body: (block_body . (_) @argument .))) @call
  (#any-of? @name "debug" "info" "warn" "error" "fatal"))
(assignment left: (call receiver: (self) @receiver method: (identifier) @name) right: (_) @argument) @call
(element_reference object: (constant) @name . (_) @argument) @subscript
(class name: (constant) @name (superclass (_))) @class
(assignment left: (constant) @name right: (_) @argument) @value
; a bare raise hands on what was caught
((then (identifier) @raise) (#eq? @raise "raise"))
((body_statement (identifier) @raise) (#eq? @raise "raise"))
((binary right: (identifier) @raise) (#eq? @raise "raise"))
((if_modifier body: (identifier) @raise) (#eq? @raise "raise"))
((unless_modifier body: (identifier) @raise) (#eq? @raise "raise"))
