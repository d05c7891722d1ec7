import type { EmulatorClock } from '../framework/clock.js'
import type { Effects } from '../framework/effects.js'
import { FileStore } from '../framework/files/file-store.js'
import type { ModuleSetup } from '../framework/module.js'
import type { Seed } from '../framework/seed.js'
import type {
  AccessToken,
  App,
  AsyncRefresh,
  Conversation,
  Favourite,
  Grant,
  Marker,
  MediaFile,
  Notification,
  Person,
  ScheduledStatus,
  Status,
} from './records.js'
import type { MastodonSettings } from './settings.js'
import { noStreams, type Streams } from './streaming/stream-state.js'
import { Ids } from './wire/ids.js'

/** Counts of a status. */
export interface Tally {
  replies: number
  boosts: number
  quotes: number
}

/** A stored `Idempotency-Key`. */
export interface SavedKey {
  /** Id of the status or scheduled status. Null if only the key is stored. */
  readonly id: string | null
  readonly from: Date
  readonly until: Date
}

/** State of one emulated Mastodon server. The state exists only in memory. */
export interface MastodonState {
  readonly origin: string
  /** Host with port, for example `127.0.0.1:4100`. */
  readonly host: string
  readonly clock: EmulatorClock
  readonly seed: Seed
  readonly effects: Effects
  readonly ids: Ids
  settings: MastodonSettings
  readonly files: FileStore
  readonly people: Map<string, Person>
  readonly apps: Map<string, App>
  readonly grants: Map<string, Grant>
  readonly tokens: Map<string, AccessToken>
  readonly statuses: Map<string, Status>
  readonly scheduled: Map<string, ScheduledStatus>
  readonly media: Map<string, MediaFile>
  /** Likes by id of the status, oldest first. */
  readonly favourites: Map<string, Favourite[]>
  readonly tallies: Map<string, Tally>
  /** Ids of replies by id of their parent status, oldest first. */
  readonly replies: Map<string, string[]>
  /** Ids of boosts, by `<person> <status>`. */
  readonly boosts: Map<string, string>
  readonly postsOf: Map<string, { count: number; last: Date }>
  /** Notifications by recipient, oldest first. */
  readonly notifications: Map<string, Notification[]>
  readonly conversations: Map<string, Conversation>
  readonly markers: Map<string, Marker>
  /** Ids of followers by id of the followed person. */
  readonly followers: Map<string, Set<string>>
  readonly following: Map<string, Set<string>>
  /** Blocks between people in the form `<blocking person> <blocked person>`. */
  readonly blocks: Set<string>
  /** Stored idempotency keys by `<person> <key>`. */
  readonly idempotency: Map<string, SavedKey>
  /** Idempotency keys of statuses that are being created, in the form `<person> <key>`. */
  readonly making: Set<string>
  /**
   * Time from which a status or scheduled status appears in lists. A status without an entry
   * appears immediately.
   */
  readonly listedFrom: Map<string, Date>
  readonly asyncRefreshes: Map<string, AsyncRefresh>
  /** Number of requests by rule and subject in the current window. */
  readonly rateWindows: Map<string, { readonly window: number; count: number }>
  /** Open streams. */
  readonly streams: Streams
  /** Number of upcoming marker updates that fail with a conflict. */
  markerConflicts: number
  /** Number of upcoming uploads whose processing fails. */
  failingUploads: number
}

/** Creates the state of a new server. */
export function makeState(setup: ModuleSetup, settings: MastodonSettings): MastodonState {
  return {
    origin: setup.origin,
    host: new URL(setup.origin).host,
    clock: setup.clock,
    seed: setup.seed,
    effects: setup.effects,
    ids: new Ids(),
    settings,
    files: new FileStore(),
    people: new Map(),
    apps: new Map(),
    grants: new Map(),
    tokens: new Map(),
    statuses: new Map(),
    scheduled: new Map(),
    media: new Map(),
    favourites: new Map(),
    tallies: new Map(),
    replies: new Map(),
    boosts: new Map(),
    postsOf: new Map(),
    notifications: new Map(),
    conversations: new Map(),
    markers: new Map(),
    followers: new Map(),
    following: new Map(),
    blocks: new Set(),
    idempotency: new Map(),
    making: new Set(),
    listedFrom: new Map(),
    asyncRefreshes: new Map(),
    rateWindows: new Map(),
    streams: noStreams(),
    markerConflicts: 0,
    failingUploads: 0,
  }
}
