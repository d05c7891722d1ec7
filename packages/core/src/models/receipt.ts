/** A value that JSON can represent. */
export type Json = string | number | boolean | null | readonly Json[] | { readonly [key: string]: Json }
/** An object that JSON can represent. */
export type JsonObject = { readonly [key: string]: Json }

/**
 * Step of publishing.
 *
 * - `PREPARE` sends something that can be undone, such as an upload.
 * - `WAIT` only reads from the network.
 * - `FINISH` is the one request that makes the post visible.
 */
export type PublishStep = 'PREPARE' | 'WAIT' | 'FINISH'

/**
 * Step that a platform stores before the request that makes the post visible. Platforms store each
 * step that must not be repeated without a check, and each wait.
 */
export interface ReceiptStep {
  readonly step: 'PREPARE' | 'WAIT'
  /**
   * Data that another worker needs to resume the publish, such as upload URLs and container ids.
   * Plain JSON, at most 16 KiB in total.
   */
  readonly data: JsonObject
  /** The prepared data is valid until this time. Null if it does not expire. */
  readonly repeatableUntil?: Date | null | undefined
}

/** Marks the one request of a publish that makes the post visible. */
export interface Finish {
  /**
   * Data that another worker needs to find the post, or to repeat or resume the request. Plain
   * JSON, at most 16 KiB.
   *
   * The library reads this property when it writes the receipt. For a new idempotency key it
   * writes the receipt only if the response was lost. The property can therefore be a getter,
   * which uses values from the time of the request.
   */
  readonly data: JsonObject
  /**
   * Until this time the network ignores a repeated request, because it knows the idempotency key.
   * Null if the network never ignores repeats. Default: null.
   */
  readonly repeatableUntil?: Date | null | undefined
}

/** Stored state of one step of publishing. */
export interface Receipt {
  readonly version: 1
  /** Registered name of the network. */
  readonly platform: string
  readonly step: PublishStep
  readonly data: JsonObject
  /** Time at which the receipt was written. For `FINISH`, the time of the first request. */
  readonly createdAt: Date
  /** Until this time, repeating the step is harmless. Null if repeating is never harmless. */
  readonly repeatableUntil: Date | null
  /**
   * Hash of size, modification time and inode of all files of the post. Null if the post has no
   * files.
   */
  readonly files?: string | null | undefined
}
