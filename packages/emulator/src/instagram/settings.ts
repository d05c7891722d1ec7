import { type PartialInit, withoutUndefined } from '../framework/left-out.js'
import { CONTAINER_DEFAULTS, type ContainerSettings } from '../meta/containers.js'
import { GRAPH_DEFAULTS, type GraphSettings } from '../meta/settings.js'

/** An account to be there from the start. */
export interface InstagramAccountSetup {
  readonly username: string
  readonly name?: string | undefined
  /** A personal account cannot sign in. Business unless given. */
  readonly accountType?: 'BUSINESS' | 'MEDIA_CREATOR' | 'PERSONAL' | undefined
  /** True for an account that may not post trial reels. */
  readonly noTrialReels?: boolean | undefined
}

/** Everything about the server that can be chosen. */
export interface InstagramSettings extends GraphSettings, ContainerSettings {
  /** Posts in 24 hours. */
  readonly postsPerDay: number
  /** Containers in 24 hours. */
  readonly containersPerDay: number
  /** Shape of the answer to a code: flat with a number for an id, as live servers send it, or as documented. */
  readonly codeReply: 'FLAT' | 'DATA'
  /** What publishing a container once more answers; documented nowhere. Nothing comes out twice either way. */
  readonly secondPublish: 'REFUSED' | 'SAME_MEDIA'
  readonly accounts: readonly InstagramAccountSetup[]
}

/** What is not to be as it is when nothing is said. */
export type InstagramOptions = PartialInit<InstagramSettings>

/** Permissions of Instagram Login. https://developers.facebook.com/docs/instagram-platform/instagram-api-with-instagram-login/business-login (read 2026-11-22) */
const SCOPES: readonly string[] = [
  'instagram_business_basic',
  'instagram_business_content_publish',
  'instagram_business_manage_comments',
  'instagram_business_manage_messages',
  'instagram_business_manage_insights',
]

/** Fills in what was left out. */
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
