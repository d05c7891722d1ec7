/** Plain JSON. */
export type Json = string | number | boolean | null | readonly Json[] | { readonly [key: string]: Json }
/** A plain JSON object. */
export type JsonObject = { readonly [key: string]: Json }

/**
 * How far publishing has come: `PREPARE` may be undone (uploads), `WAIT` only reads, `FINISH` is the one step people
 * can see.
 */
export type PublishStep = 'PREPARE' | 'WAIT' | 'FINISH'

/** What a platform writes down before a step that cannot be repeated blindly. */
export interface ReceiptStep {
  readonly step: PublishStep
  /** What the next worker needs to go on: session addresses, container ids. Plain JSON, at most 16 KiB with the rest. */
  readonly data: JsonObject
  /** Until when sending the step again is harmless (an idempotency key at the network); null when it never is. */
  readonly repeatableUntil?: Date | null
}

/** A step that was written down. */
export interface Receipt {
  readonly version: 1
  /** Registered name of the network. */
  readonly platform: string
  readonly step: PublishStep
  readonly data: JsonObject
  readonly madeAt: Date
  /** Until when sending the step again is harmless; null when it never is. */
  readonly repeatableUntil: Date | null
}
