import { type PartialInit, withoutUndefined } from '../framework/left-out.js'
import { CONTAINER_DEFAULTS, type ContainerSettings } from '../meta/containers.js'
import { GRAPH_DEFAULTS, type GraphSettings } from '../meta/settings.js'

/** An account that exists from the start. */
export interface InstagramAccountSetup {
  readonly username: string
  readonly name?: string | undefined
  /** Personal accounts cannot sign in. Default: `BUSINESS`. */
  readonly accountType?: 'BUSINESS' | 'MEDIA_CREATOR' | 'PERSONAL' | undefined
  /** True for an account that is not allowed to post trial reels. */
  readonly noTrialReels?: boolean | undefined
}

/** All settings of the server. */
export interface InstagramSettings extends GraphSettings, ContainerSettings {
  /** Maximum number of posts in 24 hours. */
  readonly postsPerDay: number
  /** Maximum number of containers in 24 hours. */
  readonly containersPerDay: number
  /**
   * Response format of the code exchange: flat with a numeric id, as live servers send it, or as documented.
   */
  readonly codeReply: 'FLAT' | 'DATA'
  /**
   * Response when a container is published again. Not documented. The media is published once in both cases.
   */
  readonly secondPublish: 'REFUSED' | 'SAME_MEDIA'
  readonly accounts: readonly InstagramAccountSetup[]
}

/** Optional settings over the defaults. */
export type InstagramOptions = PartialInit<InstagramSettings>

/** Permissions of Instagram Login. https://developers.facebook.com/docs/instagram-platform/instagram-api-with-instagram-login/business-login (read 2026-11-22) */
const SCOPES: readonly string[] = [
  'instagram_business_basic',
  'instagram_business_content_publish',
  'instagram_business_manage_comments',
  'instagram_business_manage_messages',
  'instagram_business_manage_insights',
]

/** Settings with defaults for the missing ones. */
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
