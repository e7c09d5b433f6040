"""What every Ruby program has without requiring anything."""

from __future__ import annotations


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


KERNEL = _words(
    """__callee__ __dir__ __FILE__ __LINE__ __method__ abort alias_method Array at_exit attr attr_accessor attr_reader
    attr_writer autoload binding block_given? caller caller_locations catch class_eval class_exec class_variable_get
    class_variable_set Complex const_get const_missing const_set define_method define_singleton_method eval exec
    exit exit! extend fail Float fork format freeze frozen? gets Hash include instance_eval instance_exec
    instance_variable_defined? instance_variable_get instance_variable_set instance_variables Integer is_a? kind_of?
    lambda load loop method method_added method_defined? method_missing methods module_eval module_function
    object_id open p pp prepend print printf private private_class_method private_constant proc protected public
    public_class_method public_send putc puts raise rand Rational refine remove_const remove_instance_variable
    remove_method require require_relative respond_to? select send set_trace_func sleep spawn sprintf srand String
    system test throw trap undef_method using warn"""
)
OBJECT = _words(
    """! != !~ <=> == === =~ __id__ __send__ allocate ancestors class class_eval class_exec class_variable_get
    class_variable_set class_variables clone const_defined? const_get const_set constants define_method
    define_singleton_method display dup enum_for eql? equal? extend extended freeze frozen? hash include include?
    included included_modules inherited initialize initialize_copy inspect instance_eval instance_exec
    instance_method instance_methods instance_of? instance_variable_defined? instance_variable_get
    instance_variable_set instance_variables is_a? itself kind_of? method method_added method_defined?
    method_missing methods module_eval module_function name new nil? object_id prepend prepended private_constant
    private_instance_methods private_method_defined? public_instance_methods public_method public_send remove_method
    respond_to? respond_to_missing? send singleton_class singleton_methods subclasses superclass tap then to_enum
    to_s undef_method yield_self"""
)
CORE = _words(
    """Array BasicObject Class Comparable Complex Data Date DateTime Dir Encoding Enumerable Enumerator Exception
    FalseClass Fiber File Float Hash Integer IO Kernel MatchData Math Method Module NilClass Numeric Object Pathname
    Proc Process Random Range Rational Regexp Set StandardError String StringIO Struct Symbol Thread Time TrueClass"""
)
