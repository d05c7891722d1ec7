/** Plain JSON. */
export type Json = string | number | boolean | null | readonly Json[] | { readonly [key: string]: Json }
/** A plain JSON object. */
export type JsonObject = { readonly [key: string]: Json }

/**
 * How far publishing has come: `PREPARE` may be undone (uploads), `WAIT` only reads, `FINISH` is the one request people
 * can see the result of.
 */
export type PublishStep = 'PREPARE' | 'WAIT' | 'FINISH'

/** What a platform writes down before the visible request: a step that cannot be repeated blindly, or a wait. */
export interface ReceiptStep {
  readonly step: 'PREPARE' | 'WAIT'
  /** What the next worker needs to go on: session addresses, container ids. Plain JSON, at most 16 KiB with the rest. */
  readonly data: JsonObject
  /** Until when what was prepared can be used; null when it never runs out. */
  readonly repeatableUntil?: Date | null | undefined
}

/** Marks the one request of a publish that people can see the result of. */
export interface Finish {
  /**
   * What the next worker needs to look the post up, to send the request again, or to go on from what was prepared. Plain
   * JSON, at most 16 KiB. Read when a receipt is written, which for a post under a new key is only when its answer is
   * lost: a getter may make it then, out of what was known when the request left.
   */
  readonly data: JsonObject
  /** Until when the network makes sending it again harmless (an idempotency key); null, the default, when it never does. */
  readonly repeatableUntil?: Date | null | undefined
}

/** A step that was written down. */
export interface Receipt {
  readonly version: 1
  /** Registered name of the network. */
  readonly platform: string
  readonly step: PublishStep
  readonly data: JsonObject
  /** When it was written; of a `FINISH`, when the request was sent first. */
  readonly createdAt: Date
  /** Until when sending the step again is harmless; null when it never is. */
  readonly repeatableUntil: Date | null
  /** Identity of the files it was made from (size, time of change, inode), as one hash; null where there are none. */
  readonly files?: string | null | undefined
}
