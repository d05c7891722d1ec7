import { ConfigError, NetworkError, SocialBaseError } from '@social/core/store'

/** Classification of an error from PostgreSQL or from its client `pg`. */
export interface Failure {
  /** True if the same statement may succeed after a pause. Statements are safe to repeat. */
  readonly isPassing: boolean
  /** True if the connection cannot be used again. */
  readonly isBroken: boolean
  /**
   * Makes the error for a call. The error quotes no text of the server, because that text can
   * contain rows.
   */
  readonly toError: (what: string) => SocialBaseError
}

/** Error for an attempt that received no response within its timeout. */
export class NoAnswer extends Error {
  override readonly name = 'NoAnswer'
}

type Say = (what: string, code: string) => SocialBaseError

const outage =
  (happened: string, todo: string, isTimeout = false): Say =>
  (what, code) =>
    new NetworkError(`${what} failed: ${happened} (${code}). ${todo}`, {
      delivery: 'NOT_SENT',
      timedOut: isTimeout,
    })
const mistake =
  (happened: string, todo: string): Say =>
  (what, code) =>
    new ConfigError(`${what} failed: ${happened} (${code}). ${todo}`)

const LATER = 'Try again once it is back.'
const AWAY = outage('PostgreSQL cannot be reached', LATER)
const UNKNOWN = mistake('PostgreSQL refused the statement', 'Find the code in its manual, under error codes.')

/**
 * Classification by error code; the first match wins.
 * https://www.postgresql.org/docs/current/errcodes-appendix.html (read 2026-11-22)
 */
const ROWS: readonly {
  readonly codes: RegExp
  readonly say: Say
  readonly isPassing?: boolean
  readonly isBroken?: boolean
}[] = [
  {
    codes: /^25006$/,
    say: outage(
      'this PostgreSQL is read-only',
      'It is a replica or configured as read-only. Connect to the primary.',
    ),
    isPassing: true,
    // After a fail-over the old connection leads to a read-only replica.
    isBroken: true,
  },
  {
    codes: /^53300$/,
    say: outage(
      'PostgreSQL has no connection left',
      'Use smaller pools, raise max_connections, or add a pooler.',
    ),
    isPassing: true,
    isBroken: true,
  },
  { codes: /^(57P0[1-4]|08...)$/, say: AWAY, isPassing: true, isBroken: true },
  {
    codes: /^(40001|40P01|55P03|57014)$/,
    say: outage('another transaction blocked the statement, or it took too long', 'Try again.'),
    isPassing: true,
  },
  {
    codes: /^23505$/,
    // When this statement is repeated, it sees the row that the other statement wrote.
    say: outage('another statement wrote the same row concurrently', 'Try again.'),
    isPassing: true,
  },
  {
    codes: /^53...$/,
    say: outage('PostgreSQL is out of resources', 'Check its disk, its memory and its limits.'),
  },
  {
    codes: /^28...$|^SASL$/,
    say: mistake(
      'PostgreSQL refused the login of this user',
      'Check the user, the password and pg_hba.conf.',
    ),
    isBroken: true,
  },
  {
    codes: /^3D000$/,
    say: mistake('the database does not exist', 'Create it, or use another database.'),
    isBroken: true,
  },
  {
    codes: /^(42P01|3F000)$/,
    say: mistake('the tables do not exist', 'Run stores.migrate() once during the deploy.'),
  },
  {
    codes: /^42703$/,
    say: mistake(
      'the tables are older than this @social/postgres',
      'Run stores.migrate() once during the deploy.',
    ),
  },
  {
    codes: /^42501$/,
    say: mistake('this user lacks a privilege', 'Grant it USAGE on the schema and the rights on its tables.'),
  },
  {
    codes: /^54...$/,
    say: mistake('an id or a value is longer than PostgreSQL can hold', 'Use a shorter one.'),
  },
  {
    codes: /^(22021|22P05)$/,
    say: mistake('the text contains a character that PostgreSQL cannot store', 'Remove NUL characters.'),
  },
]

/**
 * Error codes of Node for a failed connection.
 * https://nodejs.org/api/errors.html (read 2026-11-22)
 */
const SOCKET =
  /^(ECONNREFUSED|ECONNRESET|ECONNABORTED|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|ENOTFOUND|EAI_AGAIN|ENOENT)$/

/**
 * Messages of `pg` errors that have no code, and the code that our messages show instead. Tested
 * with `pg` 8.23.
 */
const CODES_OF_MESSAGES: readonly (readonly [RegExp, string])[] = [
  [
    /^timeout exceeded when trying to connect$|^Connection terminated due to connection timeout$/,
    'POOL_USED_UP',
  ],
  [/^Query read timeout$/, 'QUERY_TIMEOUT'],
  [/^Cannot use a pool after calling end on the pool$/, 'POOL_CLOSED'],
  [/^SASL/, 'SASL'],
  [/^Connection (terminated|ended)|is not queryable$|^Connection closed/, 'CONNECTION_CUT'],
]

const OWN_CODES: Readonly<Record<string, { say: Say; isPassing: boolean }>> = {
  POOL_USED_UP: {
    say: outage(
      'no connection of the pool was free in time',
      'Give the pool more connections, or send fewer queries concurrently.',
      true,
    ),
    isPassing: true,
  },
  QUERY_TIMEOUT: { say: outage('PostgreSQL did not respond in time', 'Try again.', true), isPassing: true },
  NO_ANSWER: {
    say: outage('PostgreSQL did not respond in time', 'Try again, and check why it hangs.', true),
    isPassing: true,
  },
  CONNECTION_CUT: { say: AWAY, isPassing: true },
  POOL_CLOSED: {
    say: mistake('the pool was closed', 'Close the stores and the pool after the client, not before.'),
    isPassing: false,
  },
}

function codeOf(error: unknown): string {
  if (error instanceof NoAnswer) return 'NO_ANSWER'
  if (typeof error !== 'object' || error === null) return 'UNKNOWN'
  const { code, message } = error as { readonly code?: unknown; readonly message?: unknown } // safe cast: both fields are checked below
  // The code may come from any source, so only text in the form of a code is quoted.
  if (typeof code === 'string' && /^[A-Z0-9_]{5,40}$/.test(code)) return code
  const text = typeof message === 'string' ? message : ''
  return CODES_OF_MESSAGES.find(([pattern]) => pattern.test(text))?.[1] ?? 'UNKNOWN'
}

/** Classifies a failure. An error of this library is passed on unchanged. */
export function readFailure(error: unknown): Failure {
  if (SocialBaseError.is(error)) return { isPassing: false, isBroken: true, toError: () => error }
  const code = codeOf(error)
  if (SOCKET.test(code)) return { isPassing: true, isBroken: true, toError: (what) => AWAY(what, code) }
  const own = OWN_CODES[code]
  if (own) return { isPassing: own.isPassing, isBroken: true, toError: (what) => own.say(what, code) }
  const row = ROWS.find(({ codes }) => codes.test(code))
  const { say = UNKNOWN, isPassing = false, isBroken = code === 'UNKNOWN' } = row ?? {}
  return { isPassing, isBroken, toError: (what) => say(what, code) }
}
