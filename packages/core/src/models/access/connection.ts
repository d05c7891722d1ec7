import { inspect } from 'node:util'

import { ConfigError, type RawData } from '../../errors/index.js'
import { pictureUrl } from '../picture-url.js'
import { assertObject } from '../values/assert-object.js'
import { assertWholeText } from '../values/assert-text.js'
import { describeValue } from '../values/describe-value.js'
import { HIDDEN, hide } from '../values/hidden.js'
import { type PartialInit, withoutUndefined } from '../values/left-out.js'
import { refuseUnknownNames } from '../values/unknown-names.js'
import { Token, type TokenInit } from './token.js'

/** What a connection is made from. */
export interface ConnectionInit {
  /** Registered name of the network. */
  readonly platform: string
  /** The account's id at the network; it may hold colons. */
  readonly accountId: string
  /** What people call the account. */
  readonly accountName: string
  /** The account's token. */
  readonly token: Token | TokenInit
  /** Which server, for a network with many; null otherwise. */
  readonly host?: string | null | undefined
  /** What the person allowed. */
  readonly scopes?: readonly string[] | undefined
  /** What only this network knows of the account. Plain JSON, no secrets. */
  readonly extra?: RawData | undefined
  /** Address of the account's picture. */
  readonly avatarUrl?: string | null | undefined
}

/** The names of `ConnectionInit`. */
const NAMES = [
  'platform',
  'accountId',
  'accountName',
  'token',
  'host',
  'scopes',
  'extra',
  'avatarUrl',
] as const satisfies readonly (keyof ConnectionInit)[]

/** One signed-in account and its token. Frozen; save it with `toRecord`, because its secrets are left out when printed. */
export class Connection {
  /** `<platform>:<accountId>`. */
  readonly id: string
  /** Registered name of the network. */
  readonly platform: string
  /** Which server, for a network with many; null otherwise. */
  readonly host: string | null
  /** The account's id at the network. */
  readonly accountId: string
  /** What people call the account. */
  readonly accountName: string
  /** The account's token. */
  readonly token: Token
  /** What the person allowed. */
  readonly scopes: readonly string[]
  /** What only this network knows of the account. Hidden when printed. */
  declare readonly extra: RawData
  /** Address of the account's picture; null when the network gave none. */
  readonly avatarUrl: string | null

  /** @throws ConfigError when the platform or the account id is missing, and for a field that does not exist. */
  constructor(init: ConnectionInit) {
    assertObject(init, 'new Connection', '{ platform, accountId, accountName, token }')
    refuseCopy(init)
    refuseUnknownNames(init, NAMES, 'new Connection')
    assertFields(init)
    for (const field of ['platform', 'accountId'] as const) {
      if (typeof init[field] !== 'string' || init[field] === '')
        throw new ConfigError(`Connection.${field} is missing.`)
      assertWholeText(init[field], `Connection.${field}`)
    }
    this.id = `${init.platform}:${init.accountId}`
    this.platform = init.platform
    this.host = init.host ?? null
    this.accountId = init.accountId
    this.accountName = init.accountName
    this.token = init.token instanceof Token ? init.token : new Token(init.token)
    this.scopes = Object.freeze([...(init.scopes ?? [])])
    hide(this, 'extra', Object.freeze({ ...init.extra }))
    this.avatarUrl = pictureUrl(init.avatarUrl)
    Object.freeze(this)
  }

  /** A copy with another token; every other field is carried over, `avatarUrl` and `extra` included. */
  withToken(token: Token): Connection {
    return this.with({ token })
  }

  /** A copy with some fields replaced. */
  with(changes: PartialInit<Omit<ConnectionInit, 'platform' | 'accountId'>>): Connection {
    const { platform, host, accountId, accountName, token, scopes, extra, avatarUrl } = this
    return new Connection({
      platform,
      host,
      accountId,
      accountName,
      token,
      scopes,
      extra,
      avatarUrl,
      ...withoutUndefined(changes),
    })
  }

  /** What printing and JSON show: everything but the secrets. */
  toJSON(): Record<string, unknown> {
    const { id, platform, host, accountId, accountName, token, scopes, avatarUrl } = this
    return { id, platform, host, accountId, accountName, token, scopes, extra: HIDDEN, avatarUrl }
  }

  [inspect.custom](): unknown {
    return this.toJSON()
  }
}

/** A connection that was spread has an `id`, and has lost what is hidden: `extra`, and the secrets of its token. */
function refuseCopy(init: ConnectionInit): void {
  if ('id' in init)
    throw new ConfigError(
      'new Connection takes no id: it is made of platform and accountId. To change a connection call connection.with({ … }), because a copy made by spreading has lost its extra.',
    )
}

/** Refuses here what the reader of its record would refuse later, when the connection is read back from a store. */
function assertFields({ accountName, host, scopes, extra }: ConnectionInit): void {
  if (typeof accountName !== 'string')
    throw new ConfigError(`Connection.accountName must be text, not ${describeValue(accountName)}.`)
  if (host !== undefined && host !== null && typeof host !== 'string')
    throw new ConfigError(`Connection.host must be text or null, not ${describeValue(host)}.`)
  if (scopes !== undefined && !(Array.isArray(scopes) && scopes.every((scope) => typeof scope === 'string')))
    throw new ConfigError(`Connection.scopes must be a list of texts, not ${describeValue(scopes)}.`)
  if (extra !== undefined) assertObject(extra, 'Connection.extra', '{ pageId }')
}

/** Registered name of the network an id belongs to: what stands before the first colon. */
export function platformOf(connectionId: string): string {
  if (typeof connectionId !== 'string')
    throw new ConfigError(
      `The id of a connection must be text such as "mastodon:social.example:42", not ${describeValue(connectionId)}.`,
    )
  const colon = connectionId.indexOf(':')
  if (colon < 1)
    throw new ConfigError(
      `"${connectionId}" is not a connection id. An id looks like mastodon:social.example:42.`,
    )
  return connectionId.slice(0, colon)
}
