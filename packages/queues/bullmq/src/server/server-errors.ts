import { ConfigError, NetworkError, SocialBaseError } from '@social/core/store'

/** Words of Redis that somebody has to act upon. https://redis.io/docs/latest/develop/reference/protocol-spec (read 2026-11-23) */
const FOR_A_PERSON: Readonly<Record<string, string>> = {
  NOAUTH: 'It asks for a password: give the client one.',
  WRONGPASS: 'It refuses the user name or password: give the client the right ones.',
  NOPERM: 'Its user may not do what the queue needs: allow it all commands on the keys of the prefix.',
  WRONGTYPE: 'A key of the queue holds something else: give bullQueue a prefix that nobody else uses.',
  CROSSSLOT:
    'The keys of the queue are on different servers: leave the prefix to bullQueue, or put it in braces.',
}

/** The same of a server without room: it takes commands again once somebody has made some. */
const FULL: Readonly<Record<string, string>> = {
  OOM: 'Its memory is full (maxmemory): give it more, or remove what nobody needs.',
  MISCONF: 'It cannot write its file: look at its disk and its log.',
}

/** The one reply about connections that has no word of its own: `ERR max number of clients reached`. */
const USED_UP = /^ERR max number of clients/

/** The word a reply of Redis starts with: `OOM command not allowed`. `ERR` says nothing. */
const WORD = /^(?!ERR )[A-Z]{2,20}(?= )/
/** What clients throw for a connection: a code of Node, a class of node-redis, or the words of ioredis. */
const CONNECTION =
  /^E[A-Z]{4,}$|Socket|Client(?:Closed|Offline)|Disconnect|ConnectionTimeout|Reconnect|MaxRetries/
const CONNECTION_TEXT = /connection is closed|stream isn't writeable|socket|client is closed/i

/**
 * What a client or BullMQ threw as an error of the library. Of a reply only its first word is quoted: what comes after may
 * hold what was to be stored. A mistake of the program is handed on as it is.
 */
export function toLibraryError(operation: string, error: unknown): unknown {
  if (SocialBaseError.is(error)) return error
  const { code, name, message } = Object(error) as Partial<Record<'code' | 'name' | 'message', unknown>> // looked at by name only
  const words = typeof message === 'string' ? message : ''
  const [word = ''] = WORD.exec(words) ?? []
  const help = FOR_A_PERSON[word]
  const what = `Redis does not take ${operation} of the queue`
  if (help !== undefined) return new ConfigError(`${what}: it answered ${word}. ${help}`, { cause: error })
  if (USED_UP.test(words))
    return new NetworkError(
      `${what}: its connections are used up (maxclients). Give it more, or end clients that nobody needs.`,
      { cause: error },
    )
  const isConnection =
    CONNECTION.test(String(code)) || CONNECTION.test(String(name)) || CONNECTION_TEXT.test(words)
  if (word === '' && !isConnection) return error
  const why = word === '' ? 'its connection was cut' : `it answered ${word}`
  const next = FULL[word] ?? 'The same call again changes nothing that was done.'
  return new NetworkError(`${what}: ${why}. ${next}`, { cause: error })
}
