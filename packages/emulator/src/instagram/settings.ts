import { type PartialInit, withoutUndefined } from '../framework/left-out.js'
import { CONTAINER_DEFAULTS, type ContainerSettings } from '../meta/containers.js'
import { GRAPH_DEFAULTS, type GraphSettings } from '../meta/settings.js'

/** An account that exists when the emulator starts. */
export interface InstagramAccountSetup {
  readonly username: string
  readonly name?: string | undefined
  /** Type of the account. A personal account cannot sign in. Default: `BUSINESS`. */
  readonly accountType?: 'BUSINESS' | 'MEDIA_CREATOR' | 'PERSONAL' | undefined
  /** True if Instagram does not allow the account to post trial reels. Default: false. */
  readonly noTrialReels?: boolean | undefined
}

/** All settings of the emulated Instagram. */
export interface InstagramSettings extends GraphSettings, ContainerSettings {
  /** Maximum number of posts of an account in 24 hours. */
  readonly postsPerDay: number
  /** Maximum number of containers of an account in 24 hours. */
  readonly containersPerDay: number
  /**
   * Response to the exchange of an authorization code. `FLAT` is the observed format, with a
   * numeric user id. `DATA` is the documented format.
   */
  readonly codeReply: 'FLAT' | 'DATA'
  /**
   * Response when a client publishes the same container again: an error, or the id of the existing
   * media. Instagram does not document the response. The emulator never publishes a container
   * twice.
   */
  readonly secondPublish: 'REFUSED' | 'SAME_MEDIA'
  readonly accounts: readonly InstagramAccountSetup[]
}

/** Settings of `instagramNetwork()`. Omitted settings have their defaults. */
export type InstagramOptions = PartialInit<InstagramSettings>

/**
 * Permissions that an application can request.
 * https://developers.facebook.com/docs/instagram-platform/instagram-api-with-instagram-login/business-login
 * (read 2026-11-22)
 */
const SCOPES: readonly string[] = [
  'instagram_business_basic',
  'instagram_business_content_publish',
  'instagram_business_manage_comments',
  'instagram_business_manage_messages',
  'instagram_business_manage_insights',
]

/** Returns the settings, with defaults for omitted ones. */
export function toSettings(options: InstagramOptions): InstagramSettings {
  return {
    ...GRAPH_DEFAULTS,
    ...CONTAINER_DEFAULTS,
    appId: '990602627938098',
    appSecret: 'emulator-instagram-secret-0123456789',
    scopes: SCOPES,
    versions: ['v26.0', 'v25.0', 'v24.0', 'v23.0', 'v22.0', 'v21.0'],
    postsPerDay: 100,
    containersPerDay: 400,
    codeReply: 'FLAT',
    secondPublish: 'REFUSED',
    accounts: [
      { username: 'adascakes', name: 'Ada' },
      { username: 'bo', name: 'Bo', accountType: 'MEDIA_CREATOR' },
      { username: 'cleo', name: 'Cleo', accountType: 'PERSONAL' },
    ],
    ...withoutUndefined(options),
  }
}
