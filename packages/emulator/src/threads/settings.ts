import { type PartialInit, withoutUndefined } from '../framework/left-out.js'
import { CONTAINER_DEFAULTS, type ContainerSettings } from '../meta/containers.js'
import { GRAPH_DEFAULTS, type GraphSettings } from '../meta/settings.js'

/** An account to be there from the start. */
export interface ThreadsAccountSetup {
  readonly username: string
  readonly name?: string | undefined
  /** A private account's replies and mentions are never pushed. */
  readonly isPrivate?: boolean | undefined
  /** True for one that may keep posts to some countries. */
  readonly geoGating?: boolean | undefined
}

/** Everything about the server that can be chosen. */
export interface ThreadsSettings extends GraphSettings, ContainerSettings {
  readonly postsPerDay: number
  readonly repliesPerDay: number
  readonly deletionsPerDay: number
  readonly locationSearchesPerDay: number
  /** Seconds after a container was made in which publishing it answers 24/4279009, whatever its status. */
  readonly notFoundSeconds: number
  /** What publishing a container once more answers; documented nowhere. Nothing comes out twice either way. */
  readonly secondPublish: 'REFUSED' | 'SAME_MEDIA'
  readonly accounts: readonly ThreadsAccountSetup[]
}

/** What is not to be as it is when nothing is said. */
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

/** Fills in what was left out. */
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
