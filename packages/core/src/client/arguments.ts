import type { PageOptions } from '../contract/index.js'
import { ConfigError } from '../errors/index.js'
import { platformOf, type Update } from '../models/index.js'
import type { ListOptions } from './operations.js'

/** @throws ConfigError when an argument that must be text is anything else, or empty. */
export function needText(value: unknown, field: string): asserts value is string {
  if (typeof value !== 'string' || value === '')
    throw new ConfigError(
      `${field} must be text that is not empty, not ${value === '' ? 'empty text' : typeof value}.`,
    )
}

/** @throws ConfigError for a limit that is no whole number above zero, or an `after` that is no text. */
export function pageOf(options: ListOptions | undefined): PageOptions {
  const after = options?.after ?? null
  const limit = options?.limit ?? null
  if (after !== null) needText(after, 'after')
  if (limit !== null && (!Number.isInteger(limit) || limit < 1))
    throw new ConfigError(
      `limit must be a whole number above zero, not ${String(limit)}. Leave it out for the network's own.`,
    )
  return { after, limit }
}

/** @throws ConfigError when the update is a copy that lost its `raw`, or belongs to another account. */
export function needUpdate(update: Update, connectionId: string): void {
  if (typeof update !== 'object' || update === null || typeof update.raw !== 'object')
    throw new ConfigError(
      'Pass the update as it was delivered: a copy made by spreading or JSON has lost its raw. Keep it with toRecord(update) and fromRecord(record).',
    )
  if (update.connectionId !== connectionId)
    throw new ConfigError(
      `The update belongs to ${update.connectionId}, not to ${connectionId}. Use client.account(update.connectionId).`,
      { platform: platformOf(connectionId) },
    )
}
