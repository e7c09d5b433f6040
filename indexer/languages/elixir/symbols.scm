; modules, protocols and their implementations
((call target: (identifier) @_word (arguments . (alias) @name)) @definition.module (#eq? @_word "defmodule"))
((call target: (identifier) @_word (arguments . (alias) @name)) @definition.protocol (#eq? @_word "defprotocol"))
((call target: (identifier) @_word (arguments . (alias) @name)) @definition.impl (#eq? @_word "defimpl"))

; functions and macros
((call target: (identifier) @_word (arguments . [
    (identifier) @name
    (call target: (identifier) @name)
    (binary_operator left: [(identifier) @name (call target: (identifier) @name)] operator: "when")
  ])) @definition.function
  (#any-of? @_word "def" "defp" "defdelegate" "defn" "defnp"))
((call target: (identifier) @_word (arguments . [
    (identifier) @name
    (call target: (identifier) @name)
    (binary_operator left: [(identifier) @name (call target: (identifier) @name)] operator: "when")
  ])) @definition.macro
  (#any-of? @_word "defmacro" "defmacrop" "defguard" "defguardp"))

; structs
((call target: (identifier) @_word (arguments [
    (list (atom) @name @definition.field)
    (list (keywords (pair key: (keyword) @name) @definition.field))
    (keywords (pair key: (keyword) @name) @definition.field)
  ])) (#any-of? @_word "defstruct" "defexception"))

; types and constants of a module
((unary_operator operator: "@" operand: (call target: (identifier) @_word
    (arguments . (binary_operator left: [(identifier) @name (call target: (identifier) @name)] operator: "::"))))
  @definition.type_alias (#any-of? @_word "type" "typep" "opaque"))
((unary_operator operator: "@" operand: (call target: (identifier) @_word
    (arguments . (binary_operator left: [
      (call target: (identifier) @name)
      (binary_operator left: (call target: (identifier) @name) operator: "::")
    ]))))
  @definition.method (#any-of? @_word "callback" "macrocallback"))
((unary_operator operator: "@" operand: (call target: (identifier) @name (arguments))) @definition.constant
  (#not-match? @name "^(moduledoc|doc|typedoc|spec|type|typep|opaque|callback|macrocallback|impl|behaviour)$")
  (#not-match? @name "^(optional_callbacks|deprecated|derive|enforce_keys|compile|dialyzer|external_resource)$")
  (#not-match? @name "^(before_compile|after_compile|on_definition|on_load|since|tag|moduletag|describetag)$")
  (#not-match? @name "^(shortdoc|protocol|for|fallback_to_any|nifs|vsn)$"))

; bases
((call (do_block (unary_operator operator: "@" operand: (call target: (identifier) @_word
    (arguments (alias) @base.implements))))) @owner (#eq? @_word "behaviour"))
((call (do_block (call target: (identifier) @_word (arguments . (alias) @base.mixes_in)))) @owner (#eq? @_word "use"))
((call target: (identifier) @_word (arguments . (alias) @base.implements)) @owner (#eq? @_word "defimpl"))

; imports
((call target: (identifier) @_word (arguments . (alias) @module .)) @import
  (#any-of? @_word "alias" "import" "require" "use"))
((call target: (identifier) @_word (arguments . (alias) @module
    (keywords . (pair key: (keyword) @_key value: (alias) @alias)))) @import
  (#any-of? @_word "alias" "require") (#match? @_key "^as:"))
((call target: (identifier) @_word (arguments . (alias) @module (keywords . (pair key: (keyword) @_key)))) @import
  (#any-of? @_word "alias" "import" "require" "use") (#not-match? @_key "^as:"))
((call target: (identifier) @_word (arguments . (dot left: (alias) @module right: (tuple (alias) @imported)))) @import
  (#any-of? @_word "alias" "import" "require" "use"))
