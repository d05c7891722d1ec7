import { ConfigError, NetworkError, SocialBaseError } from '@social/core/store'

/**
 * Redis error codes that require an action by a person, and the advice for each.
 * https://redis.io/docs/latest/develop/reference/protocol-spec (read 2026-11-23)
 */
const FOR_A_PERSON: Readonly<Record<string, string>> = {
  NOAUTH: 'It requires a password. Configure one in the client.',
  WRONGPASS: 'It refuses the user name or password. Configure the right ones in the client.',
  NOPERM: 'The user lacks permissions. Allow all commands on the keys of the prefix.',
  WRONGTYPE: 'A key of the queue has another type. Use a prefix that no other program uses.',
  CROSSSLOT:
    'The keys of the queue are on different servers. Use the default prefix of bullQueue, or a prefix in braces.',
}

/**
 * Redis error codes of a server without free space, and the advice for each. The server accepts
 * commands again when space is free.
 */
const FULL: Readonly<Record<string, string>> = {
  OOM: 'Its memory is full (maxmemory). Raise the limit, or remove unneeded keys.',
  MISCONF: 'It cannot write its file. Check its disk and its log.',
}

/**
 * Matches `ERR max number of clients reached`, the only connection error of Redis without its own
 * code.
 */
const USED_UP = /^ERR max number of clients/

/**
 * Matches the error code at the start of a Redis error, for example `OOM` in `OOM command not
 * allowed`. Excludes `ERR`, which is not specific.
 */
const WORD = /^(?!ERR )[A-Z]{2,20}(?= )/
/**
 * Matches connection errors of the clients: a Node error code, a class name of node-redis, or a
 * message of ioredis.
 */
const CONNECTION =
  /^E[A-Z]{4,}$|Socket|Client(?:Closed|Offline)|Disconnect|ConnectionTimeout|Reconnect|MaxRetries/
const CONNECTION_TEXT = /connection is closed|stream isn't writeable|socket|client is closed/i

/**
 * Converts an error of a Redis client or of BullMQ to an error of the library. The message
 * contains only the error code of the Redis reply, because the rest may contain stored data.
 * Programming mistakes are returned unchanged.
 */
export function toLibraryError(operation: string, error: unknown): unknown {
  if (SocialBaseError.is(error)) return error
  const { code, name, message } = Object(error) as Partial<Record<'code' | 'name' | 'message', unknown>> // safe cast: all fields are optional and unknown, and each type is checked below
  const text = typeof message === 'string' ? message : ''
  const [word = ''] = WORD.exec(text) ?? []
  const help = FOR_A_PERSON[word]
  const what = `Redis refused ${operation} of the queue`
  if (help !== undefined) return new ConfigError(`${what}: error code ${word}. ${help}`, { cause: error })
  if (USED_UP.test(text))
    return new NetworkError(
      `${what}: all its connections are used (maxclients). Raise the limit, or close unused clients.`,
      { cause: error },
    )
  const isConnection =
    CONNECTION.test(String(code)) || CONNECTION.test(String(name)) || CONNECTION_TEXT.test(text)
  if (word === '' && !isConnection) return error
  const why = word === '' ? 'its connection was cut' : `error code ${word}`
  const next = FULL[word] ?? 'Repeating the call is safe.'
  return new NetworkError(`${what}: ${why}. ${next}`, { cause: error })
}
