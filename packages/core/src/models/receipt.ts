/** A plain JSON value. */
export type Json = string | number | boolean | null | readonly Json[] | { readonly [key: string]: Json }
/** A plain JSON object. */
export type JsonObject = { readonly [key: string]: Json }

/**
 * Step of publishing. `PREPARE` can be undone (uploads). `WAIT` only reads. `FINISH` is the visible request: the one
 * request whose result people can see.
 */
export type PublishStep = 'PREPARE' | 'WAIT' | 'FINISH'

/** Step that a platform stores before the visible request: a step that must not be repeated blindly, or a wait. */
export interface ReceiptStep {
  readonly step: 'PREPARE' | 'WAIT'
  /** Data with which another worker resumes: upload URLs, container ids. Plain JSON, at most 16 KiB in total. */
  readonly data: JsonObject
  /** Time until which the prepared data is valid; null if it does not expire. */
  readonly repeatableUntil?: Date | null | undefined
}

/** Marks the visible request: the one request of a publish whose result people can see. */
export interface Finish {
  /**
   * Data with which another worker queries the post, repeats the request or resumes. Plain JSON, at most 16 KiB.
   *
   * The property is read when the receipt is written. For a new key that happens only if the response is lost, so a
   * getter can build the data then, from values that were known when the request was sent.
   */
  readonly data: JsonObject
  /** Time until which the network ignores duplicates (idempotency key); null, the default, if it never does. */
  readonly repeatableUntil?: Date | null | undefined
}

/** Stored state of one publishing step. */
export interface Receipt {
  readonly version: 1
  /** Registered name of the network. */
  readonly platform: string
  readonly step: PublishStep
  readonly data: JsonObject
  /** Time at which the receipt was written. For `FINISH`, time of the first request. */
  readonly createdAt: Date
  /** Time until which repeating the step is harmless; null if repeating is never harmless. */
  readonly repeatableUntil: Date | null
  /** Hash over the identity of the files (size, modification time, inode); null if there are none. */
  readonly files?: string | null | undefined
}
