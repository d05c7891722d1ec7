import type { Clock } from '../contract/index.js'
import type { Finish, JsonObject, Receipt } from '../models/index.js'

/** A receipt that computes `data` when a caller reads that field, because most receipts are never stored. */
export class LazyReceipt implements Receipt {
  readonly version = 1
  readonly platform: string
  readonly step: Receipt['step']
  readonly createdAt: Date
  readonly repeatableUntil: Date | null
  readonly files: string | null
  readonly #from: { readonly data: JsonObject }

  constructor(
    { platform, files }: { readonly platform: string; readonly files: string | null },
    step: Receipt['step'],
    from: { readonly data: JsonObject },
    repeatableUntil: Date | null,
    createdAt: Date,
  ) {
    this.platform = platform
    this.files = files
    this.step = step
    this.#from = from
    this.repeatableUntil = repeatableUntil
    this.createdAt = createdAt
  }

  get data(): JsonObject {
    return this.#from.data
  }
}

/**
 * Creates the receipt of a visible request that is about to be sent.
 *
 * @param earlier - Receipt of an attempt whose outcome is unknown. The new request repeats that attempt and keeps
 * its time.
 */
export function finishReceipt(
  from: { readonly platform: string; readonly files: string | null; readonly clock: Clock },
  finish: Finish,
  earlier: Receipt | null,
): LazyReceipt {
  const until = finish.repeatableUntil ?? null
  if (earlier === null) return new LazyReceipt(from, 'FINISH', finish, until, from.clock.now())
  // The earlier end is kept, because a repeat never extends the period in which the network ignores duplicates of the
  // first attempt.
  return new LazyReceipt(from, 'FINISH', finish, earlierOf(earlier.repeatableUntil, until), earlier.createdAt)
}

/** Returns the receipt to store after proof that the visible request had no effect. */
export function asPrepared(receipt: Receipt | null): Receipt | null {
  // The receipt of the visible request contains all data of the preparation, so only its step changes.
  return receipt?.step === 'FINISH' ? { ...receipt, step: 'WAIT', repeatableUntil: null } : receipt
}

function earlierOf(one: Date | null, other: Date | null): Date | null {
  if (one === null || other === null) return null
  return one < other ? one : other
}
