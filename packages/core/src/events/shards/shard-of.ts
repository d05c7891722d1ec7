import { hash } from 'node:crypto'

import { ConfigError } from '../../errors/index.js'
import { assertText } from '../../models/index.js'

/** Default number of shards, which gives 50 workers five shards each. Our choice. */
export const SHARDS = 256
/**
 * Maximum number of shards. The roster is stored as a receipt of at most 16 KiB, so it has no room
 * for more.
 */
const MAX_SHARDS = 1024

/** Checks the number of shards. @throws ConfigError unless it is a whole number from 1 to 1,024. */
export function checkShards(shards: number): void {
  if (!Number.isInteger(shards) || shards < 1 || shards > MAX_SHARDS)
    throw new ConfigError(`shards must be a whole number from 1 to ${MAX_SHARDS}.`)
}

/**
 * Returns the shard of a connection. The shard is the first four bytes of the SHA-256 of the
 * connection's id, as a big-endian number, modulo `shards`. The shard of an id never changes, so
 * an application can store it in a column. For 256 shards, PostgreSQL computes it with
 * `get_byte(sha256(convert_to(id, 'UTF8')), 3)`.
 *
 * @param id - The connection's id.
 * @param shards - Number of shards. Default: 256.
 * @returns A whole number from 0 to `shards` - 1.
 * @throws ConfigError for an id that is not a string, and for an invalid number of shards.
 * @example
 * await database.query('INSERT INTO connections (id, shard) VALUES ($1, $2)', [id, shardOf(id)])
 */
export function shardOf(id: string, shards: number = SHARDS): number {
  assertText(id, 'shardOf: id')
  checkShards(shards)
  return Number.parseInt(hash('sha256', id, 'hex').slice(0, 8), 16) % shards
}
