/// Receives the bytes of a file in order, as they arrive. Returns false to stop because they cannot be stored.
public typealias FileSink = @Sendable ([UInt8]) -> Bool
