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

/** What a status shows as numbers. */
export interface Tally {
  replies: number
  boosts: number
  quotes: number
}

/** An `Idempotency-Key` that was written down. */
export interface SavedKey {
  /** Of the status or scheduled status; null where only the key itself is kept. */
  readonly id: string | null
  readonly from: Date
  readonly until: Date
}

/** Everything one emulated Mastodon server knows. Lives in memory, ends with the emulator. */
export interface MastodonState {
  readonly origin: string
  /** `127.0.0.1:4100`. */
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
  /** By the status that is liked, oldest first. */
  readonly favourites: Map<string, Favourite[]>
  readonly tallies: Map<string, Tally>
  /** Replies by what they answer, oldest first. */
  readonly replies: Map<string, string[]>
  /** `<person> <status>`: who has boosted what, and the boost's id. */
  readonly boosts: Map<string, string>
  readonly postsOf: Map<string, { count: number; last: Date }>
  /** By the person who is told, oldest first. */
  readonly notifications: Map<string, Notification[]>
  readonly conversations: Map<string, Conversation>
  readonly markers: Map<string, Marker>
  /** Who follows, by the person who is followed; and the other way round. */
  readonly followers: Map<string, Set<string>>
  readonly following: Map<string, Set<string>>
  /** `<who> <whom>`. */
  readonly blocks: Set<string>
  /** `<person> <key>`: what was made with it, and from when until when that is known. */
  readonly idempotency: Map<string, SavedKey>
  /** `<person> <key>` of statuses that are being made right now. */
  readonly making: Set<string>
  /** When a status, or a scheduled one, shows up in lists; at once when it is not here. */
  readonly listedFrom: Map<string, Date>
  readonly asyncRefreshes: Map<string, AsyncRefresh>
  /** Requests per rule and subject in the window that runs. */
  readonly rateWindows: Map<string, { readonly window: number; count: number }>
  /** Who listens. */
  readonly streams: Streams
  /** How many of the next marker changes are refused with a conflict. */
  markerConflicts: number
  /** How many of the next uploads fail while they are processed. */
  failingUploads: number
}

/** An empty server. */
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
