import type { EmulatorClock } from '../framework/clock.js'
import type { Effects } from '../framework/effects.js'
import { FileStore } from '../framework/files/file-store.js'
import type { ModuleSetup } from '../framework/module.js'
import type { Seed } from '../framework/seed.js'
import type { AppPassword, BlueskySettings } from './settings.js'
import { Tids } from './wire/ids.js'

/** A person on the network. */
export interface Person {
  readonly did: string
  handle: string
  displayName: string
  hasAvatar: boolean
  status: 'ACTIVE' | 'TAKENDOWN' | 'DEACTIVATED'
  appPasswords: AppPassword[]
  seenAt: Date | null
}

/** Stored content of a record. */
export type RecordValue = Readonly<Record<string, unknown>>

/** A record in a person's repository. */
export interface StoredRecord {
  readonly uri: string
  readonly cid: string
  readonly did: string
  readonly collection: string
  readonly key: string
  readonly value: RecordValue
  readonly indexedAt: Date
}

/** A stored blob. */
export interface StoredBlob {
  readonly cid: string
  readonly did: string
  readonly mimeType: string
  readonly size: number
}

/** A notification of a person. */
export interface Notice {
  readonly record: StoredRecord
  readonly reason: string
  readonly subject: string | null
  /**
   * Time by which lists sort the notification: the record's creation time or the time of indexing,
   * whichever is earlier.
   */
  readonly sortAt: Date
}

/** Pair of session tokens, with a reference to the session that replaced the pair. */
export interface Session {
  readonly did: string
  readonly appPassword: AppPassword
  readonly accessJwt: string
  readonly refreshJwt: string
  readonly accessEnds: Date
  readonly refreshEnds: Date
  /**
   * Session that replaced this session. Null until a client uses the refresh token of this
   * session.
   */
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
  /** Name, owner and creation time of a group. Null for a conversation of two people. */
  readonly group: { readonly name: string; readonly owner: string; readonly createdAt: Date } | null
  readonly messages: ChatMessage[]
  rev: string
  /** Id of the last message that each person read, by DID. */
  readonly readUpTo: Map<string, string>
}

/** A video upload that the video service processes. */
export interface VideoJob {
  readonly id: string
  readonly did: string
  readonly blob: StoredBlob
  pollsLeft: number
  failure: string | null
}

/** An OAuth sign-in, from the stored request to the exchange of the code for tokens. */
export interface Grant {
  readonly clientId: string
  readonly redirectUri: string
  readonly state: string | null
  readonly scope: string
  readonly challenge: string
  readonly loginHint: string | null
  /** Thumbprint of the DPoP key. */
  readonly thumbprint: string
  did: string | null
  code: string | null
}

/** A pair of OAuth tokens that are bound to a DPoP key. */
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

/** State of the emulated network. The state exists only in memory. */
export interface BlueskyState {
  readonly origin: string
  readonly clock: EmulatorClock
  readonly seed: Seed
  readonly effects: Effects
  readonly tids: Tids
  settings: BlueskySettings
  readonly files: FileStore
  /** People by DID. */
  readonly people: Map<string, Person>
  /** Records by URI. */
  readonly records: Map<string, StoredRecord>
  readonly blobs: Map<string, StoredBlob>
  readonly sessions: Session[]
  /** Notifications by recipient, oldest first. */
  readonly notices: Map<string, Notice[]>
  readonly convos: Map<string, Convo>
  readonly jobs: Map<string, VideoJob>
  /**
   * Blocks between people. Each entry contains the DID of the blocking person, a space, and the
   * DID of the blocked person.
   */
  readonly blocks: Set<string>
  /** URIs of posts with a gate that forbids some replies or quotes. */
  readonly gated: Set<string>
  readonly unquotable: Set<string>
  /** Number of calls in the current time window, by counted account, identifier or IP address. */
  readonly windows: Map<string, { readonly window: number; count: number }>
  /** Tokens that allow the video service to act for a person. */
  readonly serviceTokens: Map<
    string,
    { readonly did: string; readonly method: string; readonly audience: string; readonly until: Date }
  >
  /** OAuth grants by request URI. */
  readonly grants: Map<string, Grant>
  readonly boundTokens: BoundTokens[]
  /** Number of upcoming video uploads whose processing fails. */
  failingVideos: number
}

/** Creates the state of a new network. */
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
