import { journalText } from '../contract/index.js'
import { ConfigError } from '../errors/index.js'
import type { JsonObject } from '../models/index.js'

/**
 * Maximum size of a receipt as JSON, in bytes: 16 KiB, in every store. Our choice. This limit is part of the
 * contract of `PublishJournal`.
 */
export const MAX_RECEIPT_BYTES = 16_384

/**
 * Converts a receipt to the JSON text that a journal stores.
 *
 * @throws ConfigError for a value that JSON cannot hold, and for more than `MAX_RECEIPT_BYTES`.
 */
export function receiptText(receipt: JsonObject): string {
  const json = journalText(receipt, 'journal.save: receipt')
  const bytes = Buffer.byteLength(json)
  if (bytes > MAX_RECEIPT_BYTES)
    throw new ConfigError(
      `The receipt has ${bytes} bytes of JSON; the maximum is ${MAX_RECEIPT_BYTES}. Store ids and URLs in it, not content.`,
    )
  return json
}
