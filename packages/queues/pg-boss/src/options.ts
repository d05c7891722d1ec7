import { ConfigError, type Filled, refuseUnknownNames } from '@social/core/store'

/** Where the jobs are kept, and how it is reached. */
export interface PgBossOptions {
  /** `postgres://user:password@host:port/database`. */
  readonly connectionString: string
  /** The schema that pg-boss makes and keeps for itself; `social_jobs` unless given. One of your own installation is not shared. */
  readonly schema?: string | undefined
  /** The queue's name in that schema; `social` unless given. */
  readonly name?: string | undefined
  /** Connections of this process at most, one more for the worker's notifications; 10 unless given. */
  readonly connections?: number | undefined
  /** Seconds that one question to the server may take; 30 unless given. What is added meanwhile waits for it, and goes together. */
  readonly answerSeconds?: number | undefined
}

const NAMES = Object.keys({
  connectionString: true,
  schema: true,
  name: true,
  connections: true,
  answerSeconds: true,
} satisfies Record<keyof PgBossOptions, true>)

/** What PostgreSQL takes as a name without quotes; pg-boss takes 50 letters for a schema. */
const IDENTIFIER = /^[a-z_][a-z0-9_]{0,47}$/

/** `PgBossOptions`, checked and completed. */
export type PgBossSettings = Filled<PgBossOptions>

/** @throws ConfigError for an option that is missing, unknown or makes no sense. */
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
        `${option} must be at most 48 small letters, digits and _, and begin with a letter or _.`,
      )
  // A transaction holds a connection while other questions are asked.
  if (!Number.isInteger(connections) || connections < 2)
    throw new ConfigError('connections must be a whole number, 2 or more.')
  if (!(answerSeconds > 0) || !Number.isFinite(answerSeconds))
    throw new ConfigError('answerSeconds must be a number above 0.')
  return { connectionString, schema, name, connections, answerSeconds }
}
