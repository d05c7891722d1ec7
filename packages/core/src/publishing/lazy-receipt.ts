import type { JsonObject, Receipt } from '../models/index.js'

/** A receipt whose `data` is made when it is read: most receipts are never written down, and their data is never needed. */
export class LazyReceipt implements Receipt {
  readonly version = 1
  readonly platform: string
  readonly step: Receipt['step']
  readonly madeAt: Date
  readonly repeatableUntil: Date | null
  readonly files: string | null
  readonly #from: { readonly data: JsonObject }

  constructor(
    { platform, files }: { readonly platform: string; readonly files: string | null },
    step: Receipt['step'],
    from: { readonly data: JsonObject },
    repeatableUntil: Date | null,
    madeAt: Date,
  ) {
    this.platform = platform
    this.files = files
    this.step = step
    this.#from = from
    this.repeatableUntil = repeatableUntil
    this.madeAt = madeAt
  }

  get data(): JsonObject {
    return this.#from.data
  }
}
