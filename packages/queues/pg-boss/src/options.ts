import { ConfigError, type Filled, refuseUnknownNames } from '@social/core/store'

/** Location of the jobs, and connection settings. */
export interface PgBossOptions {
  /** `postgres://user:password@host:port/database`. */
  readonly connectionString: string
  /**
   * Schema that pg-boss creates and manages. Default: `social_jobs`. It is not shared with your own pg-boss
   * installation.
   */
  readonly schema?: string | undefined
  /** Name of the queue in that schema. Default: `social`. */
  readonly name?: string | undefined
  /** Maximum connections of this process, plus one for the worker's notifications. Default: 10. */
  readonly connections?: number | undefined
  /** Timeout of one query in seconds. Default: 30. Jobs added in the meantime wait, and are stored together. */
  readonly answerSeconds?: number | undefined
}

const NAMES = Object.keys({
  connectionString: true,
  schema: true,
  name: true,
  connections: true,
  answerSeconds: true,
} satisfies Record<keyof PgBossOptions, true>)

/** Names without quotes in PostgreSQL. The maximum schema name of pg-boss has 50 letters. */
const IDENTIFIER = /^[a-z_][a-z0-9_]{0,47}$/

/** Validated `PgBossOptions` with defaults. */
export type PgBossSettings = Filled<PgBossOptions>

/** @throws ConfigError for a missing, unknown or invalid option. */
export function readSettings(options: PgBossOptions): PgBossSettings {
  refuseUnknownNames(options, NAMES, 'pgBossQueue')
  const { connectionString, schema = 'social_jobs', name = 'social' } = options
  const { connections = 10, answerSeconds = 30 } = options
  if (typeof connectionString !== 'string' || !/^postgres(?:ql)?:\/\//.test(connectionString))
    throw new ConfigError(
      'pgBossQueue needs a connectionString: postgres://user:password@host:port/database.',
    )
  for (const [option, value] of Object.entries({ schema, name }))
    if (typeof value !== 'string' || !IDENTIFIER.test(value))
      throw new ConfigError(
        `${option} must be at most 48 small letters, digits and _, starting with a letter or _.`,
      )
  // A transaction holds a connection while other queries run.
  if (!Number.isInteger(connections) || connections < 2)
    throw new ConfigError('connections must be a whole number, 2 or more.')
  if (!(answerSeconds > 0) || !Number.isFinite(answerSeconds))
    throw new ConfigError('answerSeconds must be a number above 0.')
  return { connectionString, schema, name, connections, answerSeconds }
}
