import type { EmulatorClock } from '../framework/clock.js'
import type { Effects } from '../framework/effects.js'
import { FileStore } from '../framework/files/file-store.js'
import type { ModuleSetup } from '../framework/module.js'
import type { Seed } from '../framework/seed.js'
import type { AppPassword, BlueskySettings } from './settings.js'
import { Tids } from './wire/ids.js'

/** Somebody on the network. */
export interface Person {
  readonly did: string
  handle: string
  displayName: string
  hasAvatar: boolean
  status: 'ACTIVE' | 'TAKENDOWN' | 'DEACTIVATED'
  appPasswords: AppPassword[]
  seenAt: Date | null
}

/** A record as it was written. */
export type RecordValue = Readonly<Record<string, unknown>>

/** A record in somebody's repository. */
export interface StoredRecord {
  readonly uri: string
  readonly cid: string
  readonly did: string
  readonly collection: string
  readonly key: string
  readonly value: RecordValue
  readonly indexedAt: Date
}

/** A file on the server. */
export interface StoredBlob {
  readonly cid: string
  readonly did: string
  readonly mimeType: string
  readonly size: number
}

/** Somebody is told of something. */
export interface Notice {
  readonly record: StoredRecord
  readonly reason: string
  readonly subject: string | null
  /** The earlier of the record's own time and that of its indexing: what the list is sorted by. */
  readonly sortAt: Date
}

/** A session: a pair of tokens, and which came after them. */
export interface Session {
  readonly did: string
  readonly appPassword: AppPassword
  readonly accessJwt: string
  readonly refreshJwt: string
  readonly accessEnds: Date
  readonly refreshEnds: Date
  /** Set once the refresh token was used. */
  replacedBy: Session | null
  replacedAt: Date | null
  revoked: boolean
}

/** One private message. */
export interface ChatMessage {
  readonly id: string
  readonly rev: string
  readonly did: string | null
  readonly text: string
  readonly facets: readonly unknown[]
  readonly sentAt: Date
  deleted: boolean
}

/** A conversation. */
export interface Convo {
  readonly id: string
  readonly members: readonly string[]
  /** What a group has beside its people; null for two people. */
  readonly group: { readonly name: string; readonly owner: string; readonly createdAt: Date } | null
  readonly messages: ChatMessage[]
  rev: string
  /** Up to which message each has read. */
  readonly readUpTo: Map<string, string>
}

/** A video that is being worked on. */
export interface VideoJob {
  readonly id: string
  readonly did: string
  readonly blob: StoredBlob
  pollsLeft: number
  failure: string | null
}

/** A sign-in by OAuth that was registered, approved, or made into tokens. */
export interface Grant {
  readonly clientId: string
  readonly redirectUri: string
  readonly state: string | null
  readonly scope: string
  readonly challenge: string
  readonly loginHint: string | null
  /** Thumbprint of the key that everything is bound to. */
  readonly thumbprint: string
  did: string | null
  code: string | null
}

/** Tokens bound to a key. */
export interface BoundTokens {
  readonly accessToken: string
  readonly refreshToken: string
  readonly did: string
  readonly scope: string
  readonly clientId: string
  readonly thumbprint: string
  readonly accessEnds: Date
  refreshUsed: boolean
  revoked: boolean
}

/** Everything the emulated network knows. Lives in memory, ends with the emulator. */
export interface BlueskyState {
  readonly origin: string
  readonly clock: EmulatorClock
  readonly seed: Seed
  readonly effects: Effects
  readonly tids: Tids
  settings: BlueskySettings
  readonly files: FileStore
  /** By DID. */
  readonly people: Map<string, Person>
  /** By address. */
  readonly records: Map<string, StoredRecord>
  readonly blobs: Map<string, StoredBlob>
  readonly sessions: Session[]
  /** By the person who is told, in the order of happening. */
  readonly notices: Map<string, Notice[]>
  readonly convos: Map<string, Convo>
  readonly jobs: Map<string, VideoJob>
  /** `<who> <whom>`. */
  readonly blocks: Set<string>
  /** Posts that nobody else may answer, and that nobody else may quote. */
  readonly gated: Set<string>
  readonly unquotable: Set<string>
  /** Calls in the window that runs, by what is counted. */
  readonly windows: Map<string, { readonly window: number; count: number }>
  /** Tokens that let the video service act for somebody. */
  readonly serviceTokens: Map<
    string,
    { readonly did: string; readonly method: string; readonly audience: string; readonly until: Date }
  >
  /** By request address. */
  readonly grants: Map<string, Grant>
  readonly boundTokens: BoundTokens[]
  /** How many of the next videos cannot be worked out. */
  failingVideos: number
}

/** An empty network. */
export function makeState(setup: ModuleSetup, settings: BlueskySettings): BlueskyState {
  return {
    origin: setup.origin,
    clock: setup.clock,
    seed: setup.seed,
    effects: setup.effects,
    tids: new Tids(),
    settings,
    files: new FileStore(),
    people: new Map(),
    records: new Map(),
    blobs: new Map(),
    sessions: [],
    notices: new Map(),
    convos: new Map(),
    jobs: new Map(),
    blocks: new Set(),
    gated: new Set(),
    unquotable: new Set(),
    windows: new Map(),
    serviceTokens: new Map(),
    grants: new Map(),
    boundTokens: [],
    failingVideos: 0,
  }
}
