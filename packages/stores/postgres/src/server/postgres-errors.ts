import { ConfigError, NetworkError, SocialBaseError } from '@social/core/store'

/** What a failure of PostgreSQL or of its client means. */
export interface Failure {
  /** True when the same statement may succeed after a pause: every statement here is harmless to repeat. */
  readonly isPassing: boolean
  /** True when the connection is of no more use. */
  readonly isBroken: boolean
  /** The error to say, naming what was asked. Nothing of the server's own words is in it: they can quote rows. */
  readonly toError: (what: string) => SocialBaseError
}

/** No answer came within the time of one attempt. */
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
const UNKNOWN = mistake('PostgreSQL refused it', 'Look the code up in its manual, under error codes.')

/** First match wins. https://www.postgresql.org/docs/current/errcodes-appendix.html (read 2026-11-22) */
const ROWS: readonly {
  readonly codes: RegExp
  readonly say: Say
  readonly isPassing?: boolean
  readonly isBroken?: boolean
}[] = [
  {
    codes: /^25006$/,
    say: outage(
      'this PostgreSQL takes no writes',
      'It is a replica or set to read only: connect to the primary.',
    ),
    isPassing: true,
    // After a fail-over the old connection leads to what is now the replica.
    isBroken: true,
  },
  {
    codes: /^53300$/,
    say: outage(
      'PostgreSQL has no connection left',
      'Make the pools smaller, raise max_connections, or put a pooler before it.',
    ),
    isPassing: true,
    isBroken: true,
  },
  { codes: /^(57P0[1-4]|08...)$/, say: AWAY, isPassing: true, isBroken: true },
  {
    codes: /^(40001|40P01|55P03|57014)$/,
    say: outage('another transaction was in the way, or it took too long', 'Try again.'),
    isPassing: true,
  },
  {
    codes: /^23505$/,
    // The repeat sees what the other statement wrote.
    say: outage('another statement wrote the same at this moment', 'Try again.'),
    isPassing: true,
  },
  {
    codes: /^53...$/,
    say: outage('PostgreSQL has no room for it', 'Look at its disk, its memory and its limits.'),
  },
  {
    codes: /^28...$|^SASL$/,
    say: mistake('PostgreSQL did not let this user in', 'Look at user, password and pg_hba.conf.'),
    isBroken: true,
  },
  {
    codes: /^3D000$/,
    say: mistake('there is no such database', 'Create it, or name another one.'),
    isBroken: true,
  },
  {
    codes: /^(42P01|3F000)$/,
    say: mistake('its tables are not there', 'Run stores.migrate() once, when the application is deployed.'),
  },
  {
    codes: /^42703$/,
    say: mistake(
      'its tables are older than this @social/postgres',
      'Run stores.migrate() once, when the application is deployed.',
    ),
  },
  {
    codes: /^42501$/,
    say: mistake('this user may not do that', 'Grant it USAGE on the schema and the rights on its tables.'),
  },
  {
    codes: /^54...$/,
    say: mistake('an id or a value is longer than PostgreSQL can hold', 'Make it shorter.'),
  },
  {
    codes: /^(22021|22P05)$/,
    say: mistake('the text has a character that PostgreSQL cannot hold', 'Take NUL characters out.'),
  },
]

/** What Node calls a connection that failed. https://nodejs.org/api/errors.html (read 2026-11-22) */
const SOCKET =
  /^(ECONNREFUSED|ECONNRESET|ECONNABORTED|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|ENOTFOUND|EAI_AGAIN|ENOENT)$/

/** What `pg` says without a code, as tried with 8.23, and what it is called in messages. */
const WORDS: readonly (readonly [RegExp, string])[] = [
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
      'Give the pool more connections, or wait for fewer at once.',
      true,
    ),
    isPassing: true,
  },
  QUERY_TIMEOUT: { say: outage('PostgreSQL did not answer in time', 'Try again.', true), isPassing: true },
  NO_ANSWER: {
    say: outage('PostgreSQL did not answer in time', 'Try again, and look at why it hangs.', true),
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
  const { code, message } = error as { readonly code?: unknown; readonly message?: unknown } // both are looked at
  // What stands there may come from anywhere: only what looks like a code is repeated.
  if (typeof code === 'string' && /^[A-Z0-9_]{5,40}$/.test(code)) return code
  const text = typeof message === 'string' ? message : ''
  return WORDS.find(([words]) => words.test(text))?.[1] ?? 'UNKNOWN'
}

/** Tells what a failure means. An error of the library is passed on as it is. */
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
