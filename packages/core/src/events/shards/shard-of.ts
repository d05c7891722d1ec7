import { hash } from 'node:crypto'

import { ConfigError } from '../../errors/index.js'
import { assertText } from '../../models/index.js'

/** Default number of shards. Our choice: five shards per worker for 50 workers. */
export const SHARDS = 256
/** Maximum number of shards: more would not fit into the roster, which is a receipt of at most 16 KiB. */
const MAX_SHARDS = 1024

/** @throws ConfigError unless it is a whole number from 1 to 1,024. */
export function checkShards(shards: number): void {
  if (!Number.isInteger(shards) || shards < 1 || shards > MAX_SHARDS)
    throw new ConfigError(`shards must be a whole number from 1 to ${MAX_SHARDS}.`)
}

/**
 * The shard of a connection: the first four bytes of the SHA-256 of its id, as a number, modulo `shards`. It never
 * changes, so an application can store it in a column. PostgreSQL can compute it, for 256 shards with
 * `get_byte(sha256(convert_to(id, 'UTF8')), 3)`.
 *
 * @param id - The connection's id.
 * @param shards - Number of shards. Default: 256.
 * @returns A whole number from 0, below `shards`.
 * @throws ConfigError for an id that is not a string, and for an invalid number of shards.
 * @example
 * await database.query('INSERT INTO connections (id, shard) VALUES ($1, $2)', [id, shardOf(id)])
 */
export function shardOf(id: string, shards: number = SHARDS): number {
  assertText(id, 'shardOf: id')
  checkShards(shards)
  return Number.parseInt(hash('sha256', id, 'hex').slice(0, 8), 16) % shards
}
