import { ConfigError, NetworkError, SocialBaseError } from '@social/core/store'

/** What a failed command means. */
export interface Trouble {
  readonly error: Error
  /** True when the same command may be sent again in a moment. */
  readonly isPassing: boolean
}

/** Bytes of a message that are looked at: the words that count stand at its beginning. */
const LOOKED_AT = 400

/** Words of Redis that pass by themselves. https://redis.io/docs/latest/develop/reference/protocol-spec/ (read 2026-11-22) */
const PASSING: Readonly<Record<string, string>> = {
  READONLY: 'it is a read-only replica. Give the client the address of the primary, or of the sentinels',
  LOADING: 'it has just started and is still reading its file. Try again in a moment',
  TRYAGAIN: 'the cluster is moving keys. Try again in a moment',
  CLUSTERDOWN: 'the cluster is not complete. Bring its servers back',
  MASTERDOWN: 'the replica has lost its primary. Bring it back',
  BUSY: 'another script keeps it busy. End that script',
  NOREPLICAS: 'too few replicas are there for a write (min-replicas-to-write). Bring them back',
  EXECABORT: 'it gave up a transaction. Try again',
  UNBLOCKED: 'it gave up a command. Try again',
}

/** Words of a server without room. Asking again at once is of no use; it passes once somebody has made room. */
const FULL: Readonly<Record<string, string>> = {
  OOM: 'its memory is full (maxmemory). Give it more, or remove what nobody needs; nothing was written',
  MISCONF: 'it cannot write its file, and takes no writes. Look at its disk and its log',
}

/** Words that somebody has to act upon first. */
const LASTING: Readonly<Record<string, string>> = {
  NOAUTH: 'it asks for a password. Give the client one',
  WRONGPASS: 'it refuses the user name or password. Give the client the right ones',
  NOPERM:
    'its user may not do what the stores need. Allow it the keys of the prefix and the commands that the page of @social/redis lists',
  WRONGTYPE: 'a key of the stores holds something else. Give redisStores a prefix that nobody else uses',
  CROSSSLOT: 'the keys of one call are on different servers. Leave the prefix to redisStores',
  NOPROTO: 'it is too old. Use Redis 6.2 or newer',
}

/** The one reply about connections that has no word of its own: `ERR max number of clients reached`. */
const USED_UP = /^ERR max number of clients/
/** Redis 7.0 has no word for a script whose user may not run one of its commands. */
const DENIED_IN_SCRIPT = /user executing the script can't/
/** What node-redis throws before `connect()` and after `close()`, never while it reconnects. */
const CLOSED = 'ClientClosedError'
const NODE_CODE = /^E[A-Z_]{2,30}$/
/** Names of errors of node-redis and ioredis that speak of the connection. */
const CONNECTION =
  /Socket|ClientOffline|Disconnects|ConnectionTimeout|Abort|MaxRetriesPerRequest|ClusterAllFailed|RootNodesUnavailable|MaxCommandRedirections|WatchError|Reconnect|^TimeoutError$/
/** Those that have but words: ioredis throws plain errors for a connection that is gone. */
const CONNECTION_TEXT = /connection is closed|stream isn't writeable|command timed out|socket|reconnect/i

/**
 * Turns what a client threw into an error of the library. Nothing of it is quoted but words known beforehand: errors of
 * clients hold the arguments of the command, and those hold tokens; addresses hold passwords.
 */
export function troubleOf(thrown: unknown): Trouble {
  if (SocialBaseError.is(thrown)) return { error: thrown, isPassing: NetworkError.is(thrown) }
  const { message, code, name } = messageOf(thrown)
  const word = wordIn(message)
  const [passing, full, lasting] = [PASSING[word], FULL[word], LASTING[word]]
  if (passing !== undefined)
    return outage(`Redis does not take the command: ${passing}. It answered ${word}.`)
  if (full !== undefined)
    return { ...outage(`Redis does not take the command: ${full}. It answered ${word}.`), isPassing: false }
  if (lasting !== undefined)
    return refusal(`Redis does not take the command: ${lasting}. It answered ${word}.`)
  if (USED_UP.test(message))
    return outage(
      'Redis does not take the command: its connections are used up (maxclients). Give it more, or end clients that nobody needs.',
    )
  if (name === CLOSED)
    return refusal('The Redis client is closed. Connect it first, and close it after the social client.')
  if (NODE_CODE.test(code)) return outage(unreachable(code))
  if (CONNECTION.test(name)) return outage(unreachable(name))
  if (CONNECTION_TEXT.test(message)) return outage(unreachable('the connection is closed'))
  return refusal(
    `Redis, or the client for it, failed with ${word === '' ? 'an unknown error' : word}. Look at its log, and at the client's own error events.`,
  )
}

/** True when Redis does not know the script yet, or no longer. */
export function isUnknownScript(thrown: unknown): boolean {
  return messageOf(thrown).message.startsWith('NOSCRIPT')
}

const outage = (message: string): Trouble => ({
  error: new NetworkError(message, { delivery: 'NOT_SENT' }),
  isPassing: true,
})

const refusal = (message: string): Trouble => ({ error: new ConfigError(message), isPassing: false })

const unreachable = (why: string): string =>
  `Redis cannot be reached (${why}). What was asked for may have happened. Try again; if it stays, look at the server and at the client's address.`

function messageOf(thrown: unknown): {
  readonly message: string
  readonly code: string
  readonly name: string
} {
  if (typeof thrown !== 'object' || thrown === null) return { message: '', code: '', name: '' }
  const text = (name: string): string => {
    const value: unknown = Reflect.get(thrown, name)
    return typeof value === 'string' ? value.slice(0, LOOKED_AT) : ''
  }
  // Classes of node-redis have no name of their own, but that of the class.
  const named = text('name')
  const name = named === '' || named === 'Error' ? (thrown.constructor?.name ?? '') : named
  return { message: text('message'), code: text('code'), name }
}

/** The word that tells what it is: the first of the message, or one inside when a script ran into it. */
function wordIn(message: string): string {
  if (DENIED_IN_SCRIPT.test(message)) return 'NOPERM'
  const words = message.match(/[A-Z]{3,20}/g) ?? []
  const known = words.find((word) => word in PASSING || word in FULL || word in LASTING)
  return known ?? /^[A-Z]{3,20}\b/.exec(message)?.[0] ?? ''
}
