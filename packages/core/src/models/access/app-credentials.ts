import { inspect } from 'node:util'

import { ConfigError } from '../../errors/index.js'
import { assertTexts } from '../values/assert-kind.js'
import { assertObject } from '../values/assert-object.js'
import { describeValue } from '../values/describe-value.js'
import { HIDDEN, hide } from '../values/hidden.js'
import { refuseUnknownNames } from '../values/unknown-names.js'

/**
 * Values that were sent to register an app. A later registration with the same values reuses the
 * stored app.
 */
export interface AppRegistration {
  readonly name: string
  readonly redirectUri: string
  /** Requested scopes. Empty if the platform's default scopes were requested. */
  readonly scopes: readonly string[]
}

/** Fields for creating app credentials. */
export interface AppCredentialsInit {
  /** Registered name of the network. */
  readonly platform: string
  /** Host of the server, for a network with many servers. Null for other networks. */
  readonly host?: string | null | undefined
  /** Public id of the app. Some networks call this value the client key. */
  readonly clientId: string
  /** Secret of the app. Null for a public client, which uses only PKCE. */
  readonly clientSecret: string | null
  /** Values that were sent to register the app. Null for an app that was registered manually. */
  readonly registration?: AppRegistration | null | undefined
}

const NAMES = [
  'platform',
  'host',
  'clientId',
  'clientSecret',
  'registration',
] as const satisfies readonly (keyof AppCredentialsInit)[]

/** Makes the error for a field without a usable value. */
function unusable(field: string, value: unknown): ConfigError {
  const isHidden = value === HIDDEN
  const fault = isHidden
    ? 'is hidden'
    : `must be text, not ${value === '' ? 'an empty text' : describeValue(value)}`
  const advice = isHidden
    ? 'Save toRecord(app), not the app itself.'
    : 'Pass the value from the page of the app at the network. If it comes from an environment variable, check that the variable is set.'
  const isSecret = field === 'clientSecret'
  return new ConfigError(
    `AppCredentials.${field} ${fault}. ${advice}${isSecret ? ' For a public client set clientSecret: null.' : ''}`,
  )
}

/**
 * Credentials of the application at one network. The object is frozen, and printing it omits the
 * secret.
 */
export class AppCredentials {
  /** Registered name of the network. */
  readonly platform: string
  /** Host of the server, for a network with many servers. Null for other networks. */
  readonly host: string | null
  /** Public id of the app at the network. */
  readonly clientId: string
  /** Secret of the app. Null for a public client, which uses only PKCE. */
  declare readonly clientSecret: string | null
  /**
   * Values that `client.createApp` sent to register the app. Null for an app that was registered
   * manually.
   */
  readonly registration: AppRegistration | null

  /** @throws ConfigError if a field is missing or unknown, or if the secret is `[hidden]`. */
  constructor(init: AppCredentialsInit) {
    assertObject(init, 'new AppCredentials', '{ platform, host, clientId, clientSecret }')
    refuseUnknownNames(init, NAMES, 'new AppCredentials')
    const isPublic = init.clientSecret === null
    for (const field of ['platform', 'clientId', ...(isPublic ? [] : (['clientSecret'] as const))] as const)
      if (typeof init[field] !== 'string' || init[field] === '' || init[field] === HIDDEN)
        throw unusable(field, init[field])
    this.platform = init.platform
    this.host = init.host ?? null
    this.clientId = init.clientId
    hide(this, 'clientSecret', init.clientSecret)
    this.registration = init.registration ? freezeRegistration(init.registration) : null
    Object.freeze(this)
  }

  /** Network and host, under which a store saves these credentials. */
  get key(): readonly [platform: string, host: string | null] {
    return [this.platform, this.host]
  }

  /** Returns the form that is printed and used for JSON: all fields except the secret. */
  toJSON(): Record<string, unknown> {
    const { platform, host, clientId, registration } = this
    return {
      platform,
      host,
      clientId,
      clientSecret: this.clientSecret === null ? null : HIDDEN,
      registration,
    }
  }

  [inspect.custom](): unknown {
    return this.toJSON()
  }
}

function freezeRegistration(registration: AppRegistration): AppRegistration {
  assertObject(registration, 'AppCredentials: registration', '{ name, redirectUri, scopes }')
  const { name, redirectUri, scopes } = registration
  assertTexts(scopes, 'AppCredentials: registration.scopes')
  return Object.freeze({ name, redirectUri, scopes: Object.freeze([...scopes]) })
}
