import { inspect } from 'node:util'

import { ConfigError } from '../../errors/index.js'
import { assertTexts } from '../values/assert-kind.js'
import { assertObject } from '../values/assert-object.js'
import { HIDDEN, hide } from '../values/hidden.js'
import { refuseUnknownNames } from '../values/unknown-names.js'

/** What an app was registered with: a later registration with the same values needs no new app. */
export interface AppRegistration {
  readonly name: string
  readonly redirectUri: string
  /** As they were asked for; empty = the platform's own. */
  readonly scopes: readonly string[]
}

/** What app credentials are made from. */
export interface AppCredentialsInit {
  /** Registered name of the network. */
  readonly platform: string
  /** Which server, for a network with many; null otherwise. */
  readonly host?: string | null | undefined
  /** The app's public id; some networks call it the client key. */
  readonly clientId: string
  /** The app's secret; null for a public client, which has none and proves itself by PKCE alone. */
  readonly clientSecret: string | null
  /** What it was registered with; null for an app that was made by hand. */
  readonly registration?: AppRegistration | null | undefined
}

/** The names of `AppCredentialsInit`. */
const NAMES = [
  'platform',
  'host',
  'clientId',
  'clientSecret',
  'registration',
] as const satisfies readonly (keyof AppCredentialsInit)[]

/** The application's own registration at a network. Frozen; its secret is left out when it is printed. */
export class AppCredentials {
  /** Registered name of the network. */
  readonly platform: string
  /** Which server, for a network with many; null otherwise. */
  readonly host: string | null
  /** The app's public id. */
  readonly clientId: string
  /** The app's secret; null for a public client. */
  declare readonly clientSecret: string | null
  /** What it was registered with by `client.createApp`; null for an app that was made by hand. */
  readonly registration: AppRegistration | null

  /** @throws ConfigError when a field is missing, the secret is a hidden one, or a field does not exist. */
  constructor(init: AppCredentialsInit) {
    assertObject(init, 'new AppCredentials', '{ platform, host, clientId, clientSecret }')
    refuseUnknownNames(init, NAMES, 'new AppCredentials')
    const isPublic = init.clientSecret === null
    for (const field of ['platform', 'clientId', ...(isPublic ? [] : (['clientSecret'] as const))] as const)
      if (typeof init[field] !== 'string' || init[field] === '' || init[field] === HIDDEN)
        throw new ConfigError(
          `AppCredentials.${field} is missing or hidden. Save toRecord(app), not the app itself; a public client has clientSecret: null.`,
        )
    this.platform = init.platform
    this.host = init.host ?? null
    this.clientId = init.clientId
    hide(this, 'clientSecret', init.clientSecret)
    this.registration = init.registration ? freezeRegistration(init.registration) : null
    Object.freeze(this)
  }

  /** What the app is filed under. */
  get key(): readonly [platform: string, host: string | null] {
    return [this.platform, this.host]
  }

  /** What printing and JSON show: everything but the secret. */
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
