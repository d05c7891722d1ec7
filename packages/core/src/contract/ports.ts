import type { RawData } from '../errors/index.js'
import type { AppCredentials, Connection, JsonObject, Media } from '../models/index.js'

/** Stores connections and app credentials. The application supplies it. A missing record is not an error. */
export interface Storage {
  getConnection(connectionId: string): Promise<Connection | null>
  /**
   * Inserts the connection, or replaces the stored connection with the same id. The library calls it after every
   * renewal.
   */
  saveConnection(connection: Connection): Promise<void>
  /** Deletes the connection. Does nothing if no connection with this id is stored. */
  deleteConnection(connectionId: string): Promise<void>
  getApp(platform: string, host: string | null): Promise<AppCredentials | null>
  saveApp(app: AppCredentials): Promise<void>
  /**
   * Saves `next` only if `previous` is still stored, in one atomic step. Returns false if another worker saved
   * first. The library then reads again.
   */
  saveRenewed?: ((next: Connection, previous: Connection) => Promise<boolean>) | undefined
}

/** Mutual exclusion across all processes that share the same locks. */
export interface Locks {
  /**
   * Runs work while holding a lock.
   *
   * @param key - Name of the lock.
   * @param work - Runs exclusively. `held.signal` aborts when the lease is lost.
   * @param options - `leaseSeconds`: how long the lock lasts after its holder died, even if a wall clock changes.
   */
  withLock<T>(
    key: string,
    work: (held: { readonly signal: AbortSignal }) => Promise<T>,
    options: { readonly leaseSeconds: number; readonly signal?: AbortSignal | undefined },
  ): Promise<T>
}

/** State of a sign-in between its steps. The state is plain JSON and must be kept secret. */
export interface LoginNotes {
  readonly platform: string
  readonly host: string | null
  readonly scopes: readonly string[]
  readonly redirectUri: string
  /** Data the platform needs in the next step, such as the PKCE verifier. */
  readonly remember: RawData
  /** The `state` value of the application for this sign-in. The platform receives a different `state`. */
  readonly applicationState: string | null
  /** Token to resume the sign-in. Set only if the person has to choose an account. */
  readonly resumeToken: string | null
  /** Id of the only connection that this sign-in may result in. Null accepts any connection. */
  readonly expectConnectionId: string | null
  /** Value that proves which browser started the sign-in. Null if sign-ins are not bound to a browser. */
  readonly browser: string | null
}

/** Stores the notes of pending sign-ins by their `state`. */
export interface LoginMemory {
  keep(state: string, notes: LoginNotes, options: { readonly lifetimeSeconds: number }): Promise<void>
  lookUp(state: string): Promise<LoginNotes | null>
  /** Deletes the notes. Does nothing if no notes with this state are stored. */
  forget(state: string): Promise<void>
  /** Returns the notes and deletes them in one atomic step. */
  readonly take?: ((state: string) => Promise<LoginNotes | null>) | undefined
}

/** Result of a claim on an update. */
export type ClaimResult =
  | { readonly state: 'CLAIMED'; readonly claim: string }
  | { readonly state: 'SEEN' | 'BUSY' }

/**
 * Stores handled updates. A claim that is neither confirmed nor extended expires with its lease. If the wall clock
 * is set back, the lease must still end at most one lease length after another worker reads it. `extend`, `confirm`
 * and `release` do nothing for a claim that another worker holds.
 */
export interface SeenUpdates {
  claim(key: string, options: { readonly leaseSeconds: number }): Promise<ClaimResult>
  extend(key: string, claim: string, options: { readonly leaseSeconds: number }): Promise<void>
  confirm(key: string, claim: string): Promise<void>
  release(key: string, claim: string): Promise<void>
}

/** Key of a journal entry. */
export interface JournalKey {
  readonly connectionId: string
  /** Name of the operation: `post`, `reply`, `sendMessage`, … */
  readonly operation: string
  readonly idempotencyKey: string
}

/** Result of opening a journal entry. `receipt` and `result` are plain JSON objects. */
export type JournalEntry =
  | { readonly state: 'NEW' | 'CONTINUE'; readonly claim: string; readonly receipt: JsonObject | null }
  | { readonly state: 'BUSY'; readonly freeAt: Date }
  | { readonly state: 'DONE'; readonly result: JsonObject }
  | { readonly state: 'CONFLICT' }

/** A post that a platform found at the network after a response was lost. */
export interface PostCandidate {
  /** Id of the post at the network. */
  readonly id: string
  /** Seconds since the network created the post. */
  readonly ageSeconds: number
}

/** Result of claiming a post of the network. */
export type PostClaim =
  /** The idempotency key owns the post. This call or an earlier call claimed it. */
  | { readonly state: 'OWNED'; readonly id: string }
  /**
   * Nothing was claimed. `TAKEN`: other keys own all candidates. `SEVERAL`: more than one candidate has no owner.
   * `BUSY`: another key of the connection awaits the response to a request that may have created the post.
   */
  | { readonly state: 'TAKEN' | 'SEVERAL' | 'BUSY' }

/**
 * Allowed difference between the clocks of network, store and worker, in seconds. Because of it, a request may seem
 * younger than the post it created. Our choice: a larger difference means a wrong clock.
 */
export const CLAIM_SLACK_SECONDS = 60

/**
 * Stores published results and the progress of unfinished operations by key.
 *
 * If the wall clock is set back, a lease must still end at most one lease length after another worker reads it. A
 * write whose response was lost may be repeated. The same call with the same claim then changes nothing and does not
 * throw.
 */
export interface PublishJournal {
  /**
   * Opens an entry. Returns `CONFLICT` if the key was used with another fingerprint, and `BUSY` while the lease of
   * another claim is active.
   */
  open(
    key: JournalKey,
    fingerprint: string,
    options: { readonly leaseSeconds: number },
  ): Promise<JournalEntry>
  /**
   * Saves the receipt and extends the lease. Null removes the receipt. Rejects with `ConfigError` if the claim is no
   * longer held. `awaitsResponse` means that the visible request was sent. The store keeps the time of the first
   * such call until a call without `awaitsResponse`, or until the entry is opened, released, finished or claims a
   * post.
   */
  save(
    key: JournalKey,
    claim: string,
    receipt: JsonObject | null,
    options: { readonly leaseSeconds: number; readonly awaitsResponse?: boolean | undefined },
  ): Promise<void>
  /**
   * Stores the result permanently. Does nothing if this claim already stored the same result. Rejects with
   * `ConfigError` if the claim is no longer held, or stored another result. `postId` is the post that this key owns
   * from now on. A post of another key stays with that key, without an error.
   */
  finish(
    key: JournalKey,
    claim: string,
    result: JsonObject,
    options?: { readonly postId?: string | null | undefined },
  ): Promise<void>
  /**
   * Claims one of these posts for the key. Two keys of a connection never own the same post. A post that this key
   * already owns comes first. `FIRST` claims the first post without owner. `ONLY` claims a post only if it is the
   * only one without owner. Ends the key's `awaitsResponse`. Returns `BUSY` if another held entry of the connection
   * awaits its response, and began to do so at most `CLAIM_SLACK_SECONDS` after the post was created. Rejects with
   * `ConfigError` if the claim is no longer held.
   */
  claimPost(
    key: JournalKey,
    claim: string,
    candidates: readonly PostCandidate[],
    options: { readonly pick: 'ONLY' | 'FIRST' },
  ): Promise<PostClaim>
  /**
   * Opens and finishes an entry in one call, for a newly generated key that no worker has opened. Does nothing if
   * the same result is already stored. Rejects with `ConfigError` if the entry has any other content.
   */
  readonly finishNew?:
    | ((
        key: JournalKey,
        fingerprint: string,
        result: JsonObject,
        options?: { readonly postId?: string | null | undefined },
      ) => Promise<void>)
    | undefined
  /**
   * Releases the entry for the next worker. An entry without a receipt is deleted. Does nothing if the claim is no
   * longer held.
   */
  release(key: JournalKey, claim: string): Promise<void>
  /**
   * Deletes finished and abandoned entries that were last changed before `moment`. Returns the number of deleted
   * entries.
   */
  forgetBefore(moment: Date): Promise<number>
}

/** Stores polling cursors: the marker of the last handled update, for each feed of each connection. */
export interface Markers {
  /** Returns the saved marker, or null if none is saved. */
  load(connectionId: string, feed: string): Promise<string | null>
  save(connectionId: string, feed: string, marker: string): Promise<void>
}

/** A file that the application's media host serves, so that a network can fetch it. */
export interface HostedMedia {
  /** Public https URL of the file. */
  readonly url: string
  /** Text that identifies the file for `release`, even after a restart. */
  readonly handle: string
}

/** Serves files at public URLs, for networks that fetch media from a URL. */
export interface MediaHost {
  publish(media: Media, options: { readonly lifetimeSeconds: number }): Promise<HostedMedia>
  /** Stops serving the file. Does nothing if the file is not served. */
  release(handle: string): Promise<void>
}

/** Provides the current time and delays. */
export interface Clock {
  now(): Date
  /** Returns seconds since a fixed moment. The value never decreases. */
  monotonic(): number
  /**
   * Resolves after `seconds`. Rejects with `signal.reason` if the signal aborts. `isLimit` marks a timeout: a test
   * clock that ends other waits automatically keeps a timeout pending until the test advances the clock.
   */
  sleep(
    seconds: number,
    options?: { readonly signal?: AbortSignal | undefined; readonly isLimit?: boolean | undefined },
  ): Promise<void>
}

/** Source of randomness. */
export interface Random {
  /** Returns cryptographically strong random bytes. */
  bytes(count: number): Uint8Array
  /** Returns a number of at least 0 and less than 1. It need not be cryptographically strong. */
  fraction(): number
}

/** Spending limit for any time span of `perSeconds` seconds. */
export interface SpendingLimit {
  /** Maximum number of units. */
  readonly units: number
  /**
   * Length of the time span in seconds, at least 1. For a day use 86,400. The span slides, so the limit holds in
   * every time zone.
   */
  readonly perSeconds: number
}

/** Result of reserving units of a spending limit. */
export type SpendingReservation =
  /** The units are reserved. `reservation` identifies them for `giveBack`. */
  | { readonly ok: true; readonly reservation: string }
  /** The units do not fit, so nothing is reserved. `freeAt` is the time when they fit, if nothing else is spent. */
  | { readonly ok: false; readonly freeAt: Date }

/**
 * Counts spending across all processes that share the counter. Concurrent reservations together never exceed the
 * limit. Spent units count for at least `perSeconds`.
 */
export interface SpendingCounter {
  /** Reserves units, or returns the time when the units fit. `units` is never above the limit. */
  reserve(bucket: string, units: number, limit: SpendingLimit): Promise<SpendingReservation>
  /** Releases reserved units that were not used. Does nothing if the units no longer count. */
  giveBack(bucket: string, units: number, reservation: string): Promise<void>
  /** Returns the number of units that currently count. */
  spent(bucket: string, perSeconds: number): Promise<number>
}
