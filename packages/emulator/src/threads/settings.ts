import { type PartialInit, withoutUndefined } from '../framework/left-out.js'
import { CONTAINER_DEFAULTS, type ContainerSettings } from '../meta/containers.js'
import { GRAPH_DEFAULTS, type GraphSettings } from '../meta/settings.js'

/** An account that exists from the start. */
export interface ThreadsAccountSetup {
  readonly username: string
  readonly name?: string | undefined
  /** True for a private account. Its replies and mentions are never sent as webhooks. */
  readonly isPrivate?: boolean | undefined
  /** True if the account can limit posts to some countries. */
  readonly geoGating?: boolean | undefined
}

/** Settings of the emulated Threads. */
export interface ThreadsSettings extends GraphSettings, ContainerSettings {
  readonly postsPerDay: number
  readonly repliesPerDay: number
  readonly deletionsPerDay: number
  readonly locationSearchesPerDay: number
  /**
   * Seconds after the creation of a container in which publishing it fails with 24/4279009,
   * regardless of its status.
   */
  readonly notFoundSeconds: number
  /**
   * Response if a container is published a second time. Threads documents no behavior. The post is
   * published once in both cases.
   */
  readonly secondPublish: 'REFUSED' | 'SAME_MEDIA'
  readonly accounts: readonly ThreadsAccountSetup[]
}

/** Optional settings that replace the defaults. */
export type ThreadsOptions = PartialInit<ThreadsSettings>

/** Permissions of the Threads API. https://developers.facebook.com/documentation/threads/get-started/get-access-tokens-and-permissions (read 2026-11-22) */
const SCOPES: readonly string[] = [
  'threads_basic',
  'threads_content_publish',
  'threads_read_replies',
  'threads_manage_replies',
  'threads_manage_insights',
  'threads_delete',
  'threads_manage_mentions',
  'threads_keyword_search',
  'threads_profile_discovery',
  'threads_location_tagging',
  'threads_share_to_instagram',
]

/** Returns the settings with defaults for the missing ones. */
export function toSettings(options: ThreadsOptions): ThreadsSettings {
  return {
    ...GRAPH_DEFAULTS,
    ...CONTAINER_DEFAULTS,
    appId: '1108273645018273',
    appSecret: 'emulator-threads-secret-0123456789',
    scopes: SCOPES,
    versions: ['v1.0'],
    videoSeconds: 30,
    postsPerDay: 250,
    repliesPerDay: 1000,
    deletionsPerDay: 100,
    locationSearchesPerDay: 500,
    notFoundSeconds: 0,
    secondPublish: 'REFUSED',
    accounts: [
      { username: 'adascakes', name: 'Ada', geoGating: true },
      { username: 'bo', name: 'Bo' },
      { username: 'cleo', name: 'Cleo', isPrivate: true },
    ],
    ...withoutUndefined(options),
  }
}
