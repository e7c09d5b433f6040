; what may become a fact; which names count is said by the rules in facts*.toml
(call_expression function: (identifier) @name arguments: (arguments) @arguments) @call
(call_expression function: (member_expression object: (_) @receiver property: (property_identifier) @name) arguments: (arguments) @arguments) @call
(new_expression constructor: (identifier) @name arguments: (arguments)? @arguments) @call
(new_expression constructor: (member_expression object: (_) @receiver property: (property_identifier) @name) arguments: (arguments)? @arguments) @call
; `require("./routes")(app)`: the text names what is called
((call_expression
  function: (call_expression function: (identifier) @_require arguments: (arguments . (string (string_fragment) @name)))
  arguments: (arguments) @arguments) @call (#eq? @_require "require"))
; `require(`./routes/${file}`)(app)`: one of a folder's modules is called, which one only a run knows
((call_expression
  function: (call_expression function: (identifier) @name arguments: (arguments . [(template_string) (binary_expression) (call_expression)] @receiver))
  arguments: (arguments) @arguments) @call (#eq? @name "require"))
(decorator (identifier) @name) @decorator

; configuration: `process.env.KEY`, `process.env["KEY"]`, `const { KEY } = process.env`
((member_expression object: [(identifier) @name (member_expression property: (property_identifier) @name)] property: (property_identifier) @key) @member
  (#any-of? @name "env" "prisma" "prismaService" "prismaClient" "prismaClientService" "db" "tx"))
((subscript_expression object: [(identifier) @name (member_expression property: (property_identifier) @name)] index: (_) @argument) @subscript
  (#eq? @name "env"))
((variable_declarator
  name: (object_pattern [
    (shorthand_property_identifier_pattern) @key @member
    (object_assignment_pattern left: (shorthand_property_identifier_pattern) @key) @member
    (pair_pattern key: (property_identifier) @key) @member])
  value: [(identifier) @name (member_expression property: (property_identifier) @name)])
  (#eq? @name "env"))

(class_declaration name: (_) @name (class_heritage)) @class
; a local is thrown again, or holds what was made just before
(throw_statement [(new_expression) (call_expression) (member_expression) (await_expression) (ternary_expression) (binary_expression) (string) (template_string) (object)] @argument) @raise
(throw_statement [(identifier) (subscript_expression)] @receiver) @raise

; texts that names hold; objects and lists only under the names that `values` lists
(variable_declarator name: (identifier) @name value: [(string) (template_string) (binary_expression)] @argument) @value
((variable_declarator name: (identifier) @name value: [(object) (array) (call_expression) (identifier)] @argument) @value
  (#match? @name "^([a-z]*[rR]oute(r)?s|resolvers|exclude(d|Paths)?|spec|env(Spec|Schema|Vars)|GET|POST|PUT|PATCH|DELETE|HEAD|OPTIONS)$"))
; lists of classes and of what a provider is, which modules spread into theirs
((variable_declarator name: (identifier) @name value: (array . [(identifier) @_first (spread_element (identifier) @_first) (object . (pair key: (property_identifier) @_first))]) @argument) @value @kept
  (#match? @_first "^([A-Z].*|provide|[a-z]\\w*([pP]roviders?|[hH]andlers?|[cC]ontrollers?|[sS]ervices|[rR]epositories|[iI]nterceptors|[rR]esolvers)$)"))
; JSON schemas of the environment
((variable_declarator name: (identifier) @name value: (object (pair key: (property_identifier) @_properties value: (object . (pair key: (property_identifier) @_first)))) @argument) @value @kept
  (#eq? @_properties "properties") (#match? @_first "^[A-Z][A-Z0-9_]+$"))
; paths under names of their own: `const routesV1 = { user: { root: users } }`
((variable_declarator name: (identifier) @name value: (object) @argument) @value @kept
  (#match? @name "^([a-z]*[rR]outesV?[0-9]+|[A-Z_]*(ROUTES?|PATHS?|ENDPOINTS?)(_?V[0-9]+)?|[a-zA-Z]*([pP]aths|[eE]ndpoints|Routes))$"))
(pair key: (property_identifier) @name value: [(string) (template_string)] @argument) @value
(assignment_expression left: (member_expression property: (property_identifier) @name)
  right: [(string) (template_string) (binary_expression)] @argument) @value
((export_statement declaration: (function_declaration name: (identifier) @name body: (_) @argument)) @value
  (#match? @name "^(GET|POST|PUT|PATCH|DELETE|HEAD|OPTIONS)$"))
; `export { GET }`, `export { handle as POST } from "./api"`, `export const { GET, POST } = handlers`
((export_specifier !alias name: (identifier) @name @argument) @extend
  (#match? @name "^(GET|POST|PUT|PATCH|DELETE|HEAD|OPTIONS)$"))
((export_specifier name: (_) @argument alias: (identifier) @name) @extend
  (#match? @name "^(GET|POST|PUT|PATCH|DELETE|HEAD|OPTIONS)$"))
((export_statement declaration: (lexical_declaration (variable_declarator
  name: (object_pattern (shorthand_property_identifier_pattern) @name) value: (_) @argument))) @extend
  (#match? @name "^(GET|POST|PUT|PATCH|DELETE|HEAD|OPTIONS)$"))
(export_statement "default" @name value: (_) @argument) @value
(export_statement "default" @name [declaration: (function_declaration name: (identifier) @argument) value: (identifier) @argument]) @extend
(return_statement (identifier) @name) @return
