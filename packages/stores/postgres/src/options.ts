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

/** How the stores are kept. Everything has a default. */
export interface PostgresOptions {
  /** Schema of the tables; `social` unless given. Small letters, digits and underscores. */
  readonly schema?: string | undefined
  /** Seals what is secret with this key: 32 bytes, or their hex or base64 text. Not sealed when left out. */
  readonly key?: SealingKey | undefined
  /** Several keys, newest first: everything is sealed with the first, and read with whichever fits. */
  readonly keys?: readonly SealingKey[] | undefined
  /** Seconds a call may take, tries after a failure included; 10 unless given. */
  readonly timeoutSeconds?: number | undefined
  /** Days for which a handled update is remembered; 30 unless given. */
  readonly seenDays?: number | undefined
  /** Days after which an entry of the publish journal is forgotten; 90 unless given. */
  readonly journalDays?: number | undefined
  /** Waiting and deadlines; the machine's own unless given. For tests: what runs out is decided by the server's clock. */
  readonly clock?: Clock | undefined
}

/** The options, with nothing missing. */
export interface Settings {
  readonly pool: PostgresPool
  /** The pool where it was made here, and has to be ended here. */
  readonly ownPool: OwnPool | null
  readonly schema: string
  readonly ring: KeyRing | null
  readonly timeoutSeconds: number
  readonly seenDays: number
  readonly journalDays: number
  readonly clock: Clock
}

/** How messages name these stores. */
export const WORDS: StoreNames = { factory: 'postgresStores', whole: 'schema' }
const NAMES = ['schema', 'key', 'keys', 'timeoutSeconds', 'seenDays', 'journalDays', 'clock']
/** What needs no quotes and is no longer than PostgreSQL keeps. https://www.postgresql.org/docs/current/sql-syntax-lexical.html (read 2026-11-22) */
const SCHEMA = /^[a-z_][a-z0-9_]{0,62}$/

/** @throws ConfigError for no pool, an unknown option, a key that is none, or a value out of range. */
export function readSettings(pool: PostgresPool | string, options: PostgresOptions): Settings {
  refuseUnknownOptions(options, NAMES, WORDS)
  const { schema = 'social' } = options
  if (typeof schema !== 'string' || !SCHEMA.test(schema) || schema.startsWith('pg_'))
    throw new ConfigError(
      'schema is the name of a schema: small letters, digits and underscores, at most 63, and not pg_….',
    )
  const ring = readKeyRing(options, WORDS)
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
