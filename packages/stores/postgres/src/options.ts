import { type Clock, ConfigError, systemClock } from '@social/core/store'
import {
  type KeyRing,
  positiveNumber,
  readKeyRing,
  refuseUnknownOptions,
  type SealingKey,
  type StoreNames,
} from '@social/store-kit'

import { OwnPool } from './own-pool.js'
import type { PostgresPool } from './server/pool.js'

/** Options of `postgresStores`. All have defaults. */
export interface PostgresOptions {
  /** Schema of the tables: lowercase letters, digits and underscores. Default: `social`. */
  readonly schema?: string | undefined
  /**
   * Encryption key for stored secrets: 32 bytes, or the bytes as hex or base64 text. Without a
   * key, secrets are stored in plain text.
   */
  readonly key?: SealingKey | undefined
  /** Several encryption keys, newest first. The first key encrypts; every key can decrypt. */
  readonly keys?: readonly SealingKey[] | undefined
  /** Timeout of a call in seconds, retries included. Default: 10. */
  readonly timeoutSeconds?: number | undefined
  /** Days for which a handled update is remembered. Default: 30. */
  readonly seenDays?: number | undefined
  /** Days after which an entry of the publish journal is deleted. Default: 90. */
  readonly journalDays?: number | undefined
  /**
   * Clock for waits and timeouts, for tests. Default: the machine's clock. Expiry of rows always
   * uses the server's clock.
   */
  readonly clock?: Clock | undefined
}

/** Validated options with defaults. */
export interface Settings {
  readonly pool: PostgresPool
  /**
   * Pool that the stores opened from a URL and have to close. Null if the application passed its
   * own pool.
   */
  readonly ownPool: OwnPool | null
  readonly schema: string
  readonly ring: KeyRing | null
  readonly timeoutSeconds: number
  readonly seenDays: number
  readonly journalDays: number
  readonly clock: Clock
}

/** Names of these stores in error messages. */
export const STORE_NAMES: StoreNames = { factory: 'postgresStores', whole: 'schema' }
const NAMES = ['schema', 'key', 'keys', 'timeoutSeconds', 'seenDays', 'journalDays', 'clock']
/**
 * Identifiers that need no quotes, within PostgreSQL's length limit.
 * https://www.postgresql.org/docs/current/sql-syntax-lexical.html (read 2026-11-22)
 */
const SCHEMA = /^[a-z_][a-z0-9_]{0,62}$/

/** @throws ConfigError for a missing pool, an unknown option, an invalid key, or a value out of range. */
export function readSettings(pool: PostgresPool | string, options: PostgresOptions): Settings {
  refuseUnknownOptions(options, NAMES, STORE_NAMES)
  const { schema = 'social' } = options
  if (typeof schema !== 'string' || !SCHEMA.test(schema) || schema.startsWith('pg_'))
    throw new ConfigError(
      'schema must be a schema name: at most 63 small letters, digits and underscores, not starting with pg_.',
    )
  const ring = readKeyRing(options, STORE_NAMES)
  const ownPool = typeof pool === 'string' ? new OwnPool(pool) : null
  return {
    pool: ownPool ?? assertPool(pool),
    ownPool,
    schema,
    ring,
    timeoutSeconds: positiveNumber(options.timeoutSeconds ?? 10, 'timeoutSeconds'),
    seenDays: positiveNumber(options.seenDays ?? 30, 'seenDays'),
    journalDays: positiveNumber(options.journalDays ?? 90, 'journalDays'),
    clock: options.clock ?? systemClock,
  }
}

function assertPool(pool: PostgresPool | string): PostgresPool {
  if (typeof pool === 'object' && pool !== null && typeof pool.connect === 'function' && 'on' in pool)
    return pool
  throw new ConfigError('postgresStores needs a Pool of pg: postgresStores(new Pool({ connectionString })).')
}
