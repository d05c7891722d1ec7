import { ConfigError, type Filled, refuseUnknownNames } from '@social/core/store'

/**
 * Settings of `pgBossQueue`: the database and its connections. Only `connectionString` is
 * required.
 */
export interface PgBossOptions {
  /** URL of the database: `postgres://user:password@host:port/database`. */
  readonly connectionString: string
  /**
   * Schema that pg-boss creates and manages. Default: `social_jobs`. Do not use the schema of
   * another pg-boss installation of the application.
   */
  readonly schema?: string | undefined
  /** Name of the queue in the schema. Default: `social`. */
  readonly name?: string | undefined
  /**
   * Maximum database connections of this process, 2 or more. A worker opens one more for
   * notifications. Default: 10.
   */
  readonly connections?: number | undefined
  /**
   * Timeout of one query in seconds. Default: 30. Jobs that are added while a query runs wait and
   * are then stored together.
   */
  readonly answerSeconds?: number | undefined
}

const NAMES = Object.keys({
  connectionString: true,
  schema: true,
  name: true,
  connections: true,
  answerSeconds: true,
} satisfies Record<keyof PgBossOptions, true>)

/**
 * Matches names that need no quotes in PostgreSQL. pg-boss allows schema names of up to 50
 * letters.
 */
const IDENTIFIER = /^[a-z_][a-z0-9_]{0,47}$/

/** `PgBossOptions` after validation, with defaults applied. */
export type PgBossSettings = Filled<PgBossOptions>

/**
 * Validates the options and applies the defaults.
 *
 * @throws ConfigError for a missing, unknown or invalid option.
 */
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
  // At least two connections are needed, because a transaction holds one while other queries run.
  if (!Number.isInteger(connections) || connections < 2)
    throw new ConfigError('connections must be a whole number, 2 or more.')
  if (!(answerSeconds > 0) || !Number.isFinite(answerSeconds))
    throw new ConfigError('answerSeconds must be a number above 0.')
  return { connectionString, schema, name, connections, answerSeconds }
}
