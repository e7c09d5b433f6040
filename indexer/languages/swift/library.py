"""What every Swift file sees of the standard library."""

from __future__ import annotations

SINGLE = frozenset({"Bool", "Character", "Double", "Float", "Int", "Int8", "Int16", "Int32", "Int64", "String", "UInt"})
COLLECTIONS = frozenset({"Array", "ArraySlice", "Collection", "ContiguousArray", "Dictionary", "Sequence", "Set"})
TYPES = (SINGLE | COLLECTIONS) | frozenset(
    """
    Actor AnyClass AnyHashable AnyObject AnySequence AsyncIteratorProtocol AsyncSequence AsyncStream AsyncThrowingStream
    CaseIterable CancellationError CheckedContinuation ClosedRange CodingKey Comparable CustomDebugStringConvertible
    CustomStringConvertible Decodable Decoder Encodable Encoder Equatable Error ExpressibleByArrayLiteral
    ExpressibleByBooleanLiteral ExpressibleByDictionaryLiteral ExpressibleByFloatLiteral ExpressibleByIntegerLiteral
    ExpressibleByNilLiteral ExpressibleByStringLiteral Float80 Hashable Hasher Identifiable IteratorProtocol KeyPath
    MainActor Mirror Never ObjectIdentifier Optional OptionSet PartialKeyPath Range RawRepresentable
    RandomAccessCollection ReferenceWritableKeyPath Result Self Sendable StaticString Strideable Substring Task
    TaskGroup UInt16 UInt32 UInt64 UInt8 UnsafeContinuation UnsafeMutablePointer UnsafePointer UnsafeRawPointer Void
    WritableKeyPath autoclosure available convention discardableResult dynamicMemberLookup escaping frozen inlinable
    main objc objcMembers preconcurrency propertyWrapper resultBuilder retroactive testable unchecked unknown
    usableFromInline
    """.split()  # noqa: SIM905 - a list of words reads better
)
FUNCTIONS = frozenset(
    """
    abs assert assertionFailure debugPrint dump fatalError max min numericCast precondition preconditionFailure print
    readLine repeatElement sequence stride swap type unsafeBitCast withCheckedContinuation
    withCheckedThrowingContinuation withExtendedLifetime withTaskCancellationHandler withTaskGroup withThrowingTaskGroup
    withUnsafePointer zip
    """.split()  # noqa: SIM905 - a list of words reads better
)
