import { inspect } from 'node:util'

import { ConfigError } from '../errors/index.js'
import { HIDDEN, hide } from './hidden.js'

/** What app credentials are made from. */
export interface AppCredentialsInit {
  /** Registered name of the network. */
  readonly platform: string
  /** Which server, for a network with many; null otherwise. */
  readonly host?: string | null
  /** The app's public id; some networks call it the client key. */
  readonly clientId: string
  /** The app's secret. */
  readonly clientSecret: string
}

/** The application's own registration at a network. Frozen; its secret is left out when it is printed. */
export class AppCredentials {
  /** Registered name of the network. */
  readonly platform: string
  /** Which server, for a network with many; null otherwise. */
  readonly host: string | null
  /** The app's public id. */
  readonly clientId: string
  /** The app's secret. */
  declare readonly clientSecret: string

  /** @throws ConfigError when a field is missing, or the secret is a hidden one. */
  constructor(init: AppCredentialsInit) {
    for (const field of ['platform', 'clientId', 'clientSecret'] as const)
      if (typeof init[field] !== 'string' || init[field] === '' || init[field] === HIDDEN)
        throw new ConfigError(
          `AppCredentials.${field} is missing or hidden. Save toRecord(app), not the app itself.`,
        )
    this.platform = init.platform
    this.host = init.host ?? null
    this.clientId = init.clientId
    hide(this, 'clientSecret', init.clientSecret)
    Object.freeze(this)
  }

  /** What the app is filed under. */
  get key(): readonly [platform: string, host: string | null] {
    return [this.platform, this.host]
  }

  /** What printing and JSON show: everything but the secret. */
  toJSON(): Record<string, unknown> {
    return { platform: this.platform, host: this.host, clientId: this.clientId, clientSecret: HIDDEN }
  }

  [inspect.custom](): unknown {
    return this.toJSON()
  }
}
