import type { Clock } from '../contract/index.js'
import type { Finish, JsonObject, Receipt } from '../models/index.js'

/** A receipt whose `data` is made when it is read: most receipts are never written down, and their data is never needed. */
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
 * The receipt of a visible request that is about to leave.
 *
 * @param earlier - That of a try whose outcome is open: the new one repeats it, and is as old.
 */
export function finishReceipt(
  from: { readonly platform: string; readonly files: string | null; readonly clock: Clock },
  finish: Finish,
  earlier: Receipt | null,
): LazyReceipt {
  const until = finish.repeatableUntil ?? null
  if (earlier === null) return new LazyReceipt(from, 'FINISH', finish, until, from.clock.now())
  // A repeat never makes the time longer in which the first try counts.
  return new LazyReceipt(from, 'FINISH', finish, sooner(earlier.repeatableUntil, until), earlier.createdAt)
}

/** What stands there once the visible request is known to have done nothing. */
export function asPrepared(receipt: Receipt | null): Receipt | null {
  // What the visible request was sent with is all that is needed to go on from what was prepared.
  return receipt?.step === 'FINISH' ? { ...receipt, step: 'WAIT', repeatableUntil: null } : receipt
}

function sooner(one: Date | null, other: Date | null): Date | null {
  if (one === null || other === null) return null
  return one < other ? one : other
}
