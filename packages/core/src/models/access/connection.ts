import { inspect } from 'node:util'

import { ConfigError, type RawData } from '../../errors/index.js'
import { pictureUrl } from '../picture-url.js'
import { assertObject } from '../values/assert-object.js'
import { assertWholeText } from '../values/assert-text.js'
import { describeValue } from '../values/describe-value.js'
import { HIDDEN, hide } from '../values/hidden.js'
import { type PartialInit, withoutUndefined } from '../values/left-out.js'
import { refuseUnknownNames } from '../values/unknown-names.js'
import { type ConnectionProblem, makeConnectionProblem } from './connection-problem.js'
import { checkFields } from './invalid-field.js'
import { Token, type TokenInit } from './token.js'

/** Fields for creating a connection. */
export interface ConnectionInit {
  /** Registered name of the network. */
  readonly platform: string
  /** Id of the account at the network. The id may contain colons. */
  readonly accountId: string
  /** Display name of the account. */
  readonly accountName: string
  /** Token of the account. */
  readonly token: Token | TokenInit
  /** Host of the server, for a network with many servers. Null for other networks. */
  readonly host?: string | null | undefined
  /** Scopes that the user granted during the sign-in. */
  readonly scopes?: readonly string[] | undefined
  /** Additional account data from this network. Plain JSON without secrets. */
  readonly extra?: RawData | undefined
  /** URL of the account's picture. */
  readonly avatarUrl?: string | null | undefined
  /** Last refusal that concerns the account or its token. The library sets and clears it. */
  readonly problem?: ConnectionProblem | null | undefined
}

const NAMES = [
  'platform',
  'accountId',
  'accountName',
  'token',
  'host',
  'scopes',
  'extra',
  'avatarUrl',
  'problem',
] as const satisfies readonly (keyof ConnectionInit)[]

/**
 * One signed-in account and its token. The object is frozen. Printing and JSON omit its secrets,
 * so save it with `toRecord`.
 */
export class Connection {
  /** Unique id of the connection: `<platform>:<accountId>`. */
  readonly id: string
  /** Registered name of the network. */
  readonly platform: string
  /** Host of the server, for a network with many servers. Null for other networks. */
  readonly host: string | null
  /** Id of the account at the network. */
  readonly accountId: string
  /** Display name of the account. */
  readonly accountName: string
  /** Token of the account. */
  readonly token: Token
  /** Scopes that the user granted during the sign-in. */
  readonly scopes: readonly string[]
  /** Additional account data from this network. Omitted when the connection is printed. */
  declare readonly extra: RawData
  /** URL of the account's picture. Null if the network returned no picture. */
  readonly avatarUrl: string | null
  /** Last refusal that concerns the account or its token. Null if the last response was no such refusal. */
  readonly problem: ConnectionProblem | null

  /** @throws ConfigError if the platform or the account id is missing, or if a field is unknown. */
  constructor(init: ConnectionInit) {
    assertObject(init, 'new Connection', '{ platform, accountId, accountName, token }')
    refuseCopy(init)
    refuseUnknownNames(init, NAMES, 'new Connection')
    checkFields(() => assertFields(init))
    this.id = `${init.platform}:${init.accountId}`
    this.platform = init.platform
    this.host = init.host ?? null
    this.accountId = init.accountId
    this.accountName = init.accountName
    this.token = init.token instanceof Token ? init.token : new Token(init.token)
    this.scopes = Object.freeze([...(init.scopes ?? [])])
    hide(this, 'extra', Object.freeze({ ...init.extra }))
    this.avatarUrl = pictureUrl(init.avatarUrl)
    this.problem = init.problem ? makeConnectionProblem(init.problem) : null
    Object.freeze(this)
  }

  /** Returns a copy with another token and the same other fields, without the problem of the previous token. */
  withToken(token: Token): Connection {
    return this.with({ token })
  }

  /**
   * Returns a copy with some fields replaced. The platform and the account id cannot be replaced. A new token clears
   * `problem`.
   */
  with(changes: PartialInit<Omit<ConnectionInit, 'platform' | 'accountId'>>): Connection {
    const { platform, host, accountId, accountName, token, scopes, extra, avatarUrl } = this
    return new Connection({
      problem: changes?.token === undefined ? this.problem : null,
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

  /** Returns the form that is printed and used for JSON: all fields except the secrets. */
  toJSON(): Record<string, unknown> {
    const { id, platform, host, accountId, accountName, token, scopes, avatarUrl, problem } = this
    const shown = { id, platform, host, accountId, accountName, token, scopes, extra: HIDDEN, avatarUrl }
    return problem === null ? shown : { ...shown, problem }
  }

  [inspect.custom](): unknown {
    return this.toJSON()
  }
}

/**
 * Throws for a connection that was copied by spreading. The copy has an `id`, but lacks `extra` and
 * the secrets of the token.
 */
function refuseCopy(init: ConnectionInit): void {
  if ('id' in init)
    throw new ConfigError(
      'new Connection does not accept id: it is derived from platform and accountId. To change a connection, call connection.with({ … }): a copy made by spreading lacks extra.',
    )
}

/** Throws if a field has a value that could not be read back from a stored record. */
function assertFields(init: ConnectionInit): void {
  const { accountName, host, scopes, extra } = init
  if (typeof accountName !== 'string')
    throw new ConfigError(`Connection.accountName must be text, not ${describeValue(accountName)}.`)
  if (host !== undefined && host !== null && typeof host !== 'string')
    throw new ConfigError(`Connection.host must be text or null, not ${describeValue(host)}.`)
  if (scopes !== undefined && !(Array.isArray(scopes) && scopes.every((scope) => typeof scope === 'string')))
    throw new ConfigError(`Connection.scopes must be a list of texts, not ${describeValue(scopes)}.`)
  if (extra !== undefined) assertObject(extra, 'Connection.extra', '{ pageId }')
  for (const field of ['platform', 'accountId'] as const) {
    if (typeof init[field] !== 'string' || init[field] === '')
      throw new ConfigError(`Connection.${field} is missing.`)
    assertWholeText(init[field], `Connection.${field}`)
  }
}

/**
 * Returns the registered name of the network of a connection: the part of the connection's id
 * before the first colon.
 */
export function platformOf(connectionId: string): string {
  if (typeof connectionId !== 'string')
    throw new ConfigError(
      `The id of a connection must be text such as "mastodon:social.example:42", not ${describeValue(connectionId)}.`,
    )
  const colon = connectionId.indexOf(':')
  if (colon < 1)
    throw new ConfigError(`"${connectionId}" is not a connection id. Example: mastodon:social.example:42.`)
  return connectionId.slice(0, colon)
}
