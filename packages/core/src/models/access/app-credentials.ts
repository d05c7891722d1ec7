import { inspect } from 'node:util'

import { ConfigError } from '../../errors/index.js'
import { assertTexts } from '../values/assert-kind.js'
import { assertObject } from '../values/assert-object.js'
import { HIDDEN, hide } from '../values/hidden.js'
import { refuseUnknownNames } from '../values/unknown-names.js'

/** Values with which an app was registered. A later registration with the same values reuses the app. */
export interface AppRegistration {
  readonly name: string
  readonly redirectUri: string
  /** Requested scopes; empty = default scopes of the platform. */
  readonly scopes: readonly string[]
}

/** Fields of app credentials. */
export interface AppCredentialsInit {
  /** Registered name of the network. */
  readonly platform: string
  /** Host of the server, for a network with many servers; null otherwise. */
  readonly host?: string | null | undefined
  /** Public id of the app; some networks call it the client key. */
  readonly clientId: string
  /** Secret of the app; null for a public client, which has no secret and uses only PKCE. */
  readonly clientSecret: string | null
  /** Values with which the app was registered; null for an app that was registered manually. */
  readonly registration?: AppRegistration | null | undefined
}

/** Names of all fields of `AppCredentialsInit`. */
const NAMES = [
  'platform',
  'host',
  'clientId',
  'clientSecret',
  'registration',
] as const satisfies readonly (keyof AppCredentialsInit)[]

/** Registration of the application at a network. Frozen. Printing it omits the secret. */
export class AppCredentials {
  /** Registered name of the network. */
  readonly platform: string
  /** Host of the server, for a network with many servers; null otherwise. */
  readonly host: string | null
  /** Public id of the app. */
  readonly clientId: string
  /** Secret of the app; null for a public client. */
  declare readonly clientSecret: string | null
  /** Values with which `client.createApp` registered the app; null for an app that was registered manually. */
  readonly registration: AppRegistration | null

  /** @throws ConfigError when a field is missing or unknown, or the secret is `[hidden]`. */
  constructor(init: AppCredentialsInit) {
    assertObject(init, 'new AppCredentials', '{ platform, host, clientId, clientSecret }')
    refuseUnknownNames(init, NAMES, 'new AppCredentials')
    const isPublic = init.clientSecret === null
    for (const field of ['platform', 'clientId', ...(isPublic ? [] : (['clientSecret'] as const))] as const)
      if (typeof init[field] !== 'string' || init[field] === '' || init[field] === HIDDEN)
        throw new ConfigError(
          `AppCredentials.${field} is missing or hidden. Save toRecord(app), not the app itself. For a public client set clientSecret: null.`,
        )
    this.platform = init.platform
    this.host = init.host ?? null
    this.clientId = init.clientId
    hide(this, 'clientSecret', init.clientSecret)
    this.registration = init.registration ? freezeRegistration(init.registration) : null
    Object.freeze(this)
  }

  /** Key under which a store saves the app. */
  get key(): readonly [platform: string, host: string | null] {
    return [this.platform, this.host]
  }

  /** Returns the printed and JSON form, which contains all fields except the secret. */
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
