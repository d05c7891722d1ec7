import { ConfigError, NetworkError, SocialBaseError } from '@social/core/store'

/** Classification of a failed command. */
export interface Trouble {
  readonly error: Error
  /** True if the same command can be retried after a pause. */
  readonly isPassing: boolean
}

/**
 * Maximum number of characters of a message that are searched, because the error code is at its
 * start.
 */
const MAX_READ_CHARACTERS = 400

/**
 * Error codes of Redis for temporary failures, with their explanation in messages.
 * https://redis.io/docs/latest/develop/reference/protocol-spec/ (read 2026-11-22)
 */
const TEMPORARY: Readonly<Record<string, string>> = {
  READONLY: 'it is a read-only replica. Give the client the address of the primary, or of the sentinels',
  LOADING: 'it is still loading its data after a start. Try again in a moment',
  TRYAGAIN: 'the cluster is moving keys. Try again in a moment',
  CLUSTERDOWN: 'the cluster is incomplete. Restart its servers',
  MASTERDOWN: 'the replica has lost its primary. Restart it',
  BUSY: 'another script is running. Stop that script',
  NOREPLICAS: 'too few replicas are connected for a write (min-replicas-to-write). Restart them',
  EXECABORT: 'it aborted a transaction. Try again',
  UNBLOCKED: 'it aborted a command. Try again',
}

/**
 * Error codes of a server without free memory or disk space. The error lasts until space is freed,
 * so an immediate retry fails too.
 */
const FULL: Readonly<Record<string, string>> = {
  OOM: 'its memory is full (maxmemory). Raise the limit, or remove unneeded keys. Nothing was written',
  MISCONF: 'it cannot write its file, and refuses writes. Check its disk and its log',
}

/** Error codes that last until the operator acts. */
const PERMANENT: Readonly<Record<string, string>> = {
  NOAUTH: 'it requires a password. Configure one in the client',
  WRONGPASS: 'it refuses the user name or password. Configure the right ones in the client',
  NOPERM:
    'the user lacks permissions. Allow the keys of the prefix and the commands listed in the README of @social/redis',
  WRONGTYPE: 'a key of the stores has another type. Use a prefix that no other program uses',
  CROSSSLOT: 'the keys of one call are on different servers. Do not add another key prefix in the client',
  NOPROTO: 'it is too old. Use Redis 6.2 or newer',
}

/** The one connection error that has no code of its own: `ERR max number of clients reached`. */
const USED_UP = /^ERR max number of clients/
/**
 * Message of Redis 7.0 when a user may not run a command of the script. That version sends no
 * error code for it.
 */
const DENIED_IN_SCRIPT = /user executing the script can't/
/**
 * Error name of node-redis before `connect()` and after `close()`. It never occurs during a
 * reconnect.
 */
const CLOSED = 'ClientClosedError'
const NODE_CODE = /^E[A-Z_]{2,30}$/
/** Names of connection errors of node-redis and ioredis. */
const CONNECTION =
  /Socket|ClientOffline|Disconnects|ConnectionTimeout|Abort|MaxRetriesPerRequest|ClusterAllFailed|RootNodesUnavailable|MaxCommandRedirections|WatchError|Reconnect|^TimeoutError$/
/**
 * Messages of connection errors that have no name, because ioredis throws plain errors for a
 * closed connection.
 */
const CONNECTION_TEXT = /connection is closed|stream isn't writeable|command timed out|socket|reconnect/i

/**
 * Converts an error of a client into an error of this library. Only known codes are quoted,
 * because client errors contain the command's arguments with tokens, and addresses with passwords.
 */
export function troubleOf(thrown: unknown): Trouble {
  if (SocialBaseError.is(thrown)) return { error: thrown, isPassing: NetworkError.is(thrown) }
  const { message, code, name } = messageOf(thrown)
  const replyCode = codeIn(message)
  const [temporary, full, permanent] = [TEMPORARY[replyCode], FULL[replyCode], PERMANENT[replyCode]]
  if (temporary !== undefined)
    return outage(`Redis refused the command: ${temporary}. Error code: ${replyCode}.`)
  if (full !== undefined)
    return {
      ...outage(`Redis refused the command: ${full}. Error code: ${replyCode}.`),
      isPassing: false,
    }
  if (permanent !== undefined)
    return refusal(`Redis refused the command: ${permanent}. Error code: ${replyCode}.`)
  if (USED_UP.test(message))
    return outage(
      'Redis refused the command: all its connections are used (maxclients). Raise the limit, or close unused clients.',
    )
  if (name === CLOSED)
    return refusal('The Redis client is closed. Connect it first, and close it after the social client.')
  if (NODE_CODE.test(code)) return outage(unreachable(code))
  if (CONNECTION.test(name)) return outage(unreachable(name))
  if (CONNECTION_TEXT.test(message)) return outage(unreachable('the connection is closed'))
  return refusal(
    `Redis or its client failed with ${replyCode === '' ? 'an unknown error' : replyCode}. Check its log and the client's error events.`,
  )
}

/** Returns whether the error reports that Redis does not have the script, for example after a restart. */
export function isUnknownScript(thrown: unknown): boolean {
  return messageOf(thrown).message.startsWith('NOSCRIPT')
}

const outage = (message: string): Trouble => ({
  error: new NetworkError(message, { delivery: 'NOT_SENT' }),
  isPassing: true,
})

const refusal = (message: string): Trouble => ({ error: new ConfigError(message), isPassing: false })

const unreachable = (why: string): string =>
  `Redis cannot be reached (${why}). The command may have been run. Try again. If the error remains, check the server and the address in the client.`

function messageOf(thrown: unknown): {
  readonly message: string
  readonly code: string
  readonly name: string
} {
  if (typeof thrown !== 'object' || thrown === null) return { message: '', code: '', name: '' }
  const text = (name: string): string => {
    const value: unknown = Reflect.get(thrown, name)
    return typeof value === 'string' ? value.slice(0, MAX_READ_CHARACTERS) : ''
  }
  // Error classes of node-redis do not set `name`, so the name of the class is used instead.
  const named = text('name')
  const name = named === '' || named === 'Error' ? (thrown.constructor?.name ?? '') : named
  return { message: text('message'), code: text('code'), name }
}

/**
 * Returns the error code of a message: its first word, or a known code inside the error of a
 * script.
 */
function codeIn(message: string): string {
  if (DENIED_IN_SCRIPT.test(message)) return 'NOPERM'
  const codes = message.match(/[A-Z]{3,20}/g) ?? []
  const known = codes.find((code) => code in TEMPORARY || code in FULL || code in PERMANENT)
  return known ?? /^[A-Z]{3,20}\b/.exec(message)?.[0] ?? ''
}
