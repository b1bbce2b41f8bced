/// Takes the bytes of a file as they come, in order. False when they cannot be kept, and no more are wanted.
public typealias FileSink = @Sendable ([UInt8]) -> Bool
