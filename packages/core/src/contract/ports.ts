import type { RawData } from '../errors/index.js'
import type { AppCredentials, Connection, JsonObject, Media } from '../models/index.js'

/** Stores connections and app credentials. Supplied by the application. No method throws because a record is missing. */
export interface Storage {
  getConnection(connectionId: string): Promise<Connection | null>
  /** Inserts the connection or replaces the stored one with the same id. Called after every renewal. */
  saveConnection(connection: Connection): Promise<void>
  /** Deletes the connection. Does nothing if no connection with this id is stored. */
  deleteConnection(connectionId: string): Promise<void>
  getApp(platform: string, host: string | null): Promise<AppCredentials | null>
  saveApp(app: AppCredentials): Promise<void>
  /**
   * Saves `next` only if `previous` is still stored, in one atomic step. False means that another worker saved
   * first. The library then reads again.
   */
  saveRenewed?: ((next: Connection, previous: Connection) => Promise<boolean>) | undefined
}

/** Mutual exclusion across all processes that share it. */
export interface Locks {
  /**
   * @param key - Name of the lock.
   * @param work - Runs exclusively. `held.signal` fires when the lease is lost.
   * @param options - `leaseSeconds`: lifetime of the lock after its holder died, independent of wall clock changes.
   */
  withLock<T>(
    key: string,
    work: (held: { readonly signal: AbortSignal }) => Promise<T>,
    options: { readonly leaseSeconds: number; readonly signal?: AbortSignal | undefined },
  ): Promise<T>
}

/** State of a sign-in between its steps. It is plain JSON and must be kept secret. */
export interface LoginNotes {
  readonly platform: string
  readonly host: string | null
  readonly scopes: readonly string[]
  readonly redirectUri: string
  /** Data the platform needs in the next step, such as the PKCE verifier. */
  readonly remember: RawData
  /** The application's own value for this sign-in. The platform receives a different `state`. */
  readonly applicationState: string | null
  /** Set only if the person has to choose an account. */
  readonly resumeToken: string | null
  /** Id of the only connection that this sign-in may result in. Null accepts any connection. */
  readonly expectConnectionId: string | null
  /** Proof of which browser started the sign-in. Null if sign-ins are not bound to a browser. */
  readonly browser: string | null
}

/** Stores the notes of pending sign-ins by their state. */
export interface LoginMemory {
  keep(state: string, notes: LoginNotes, options: { readonly lifetimeSeconds: number }): Promise<void>
  lookUp(state: string): Promise<LoginNotes | null>
  /** Deletes the notes. Does nothing if no notes with this state are stored. */
  forget(state: string): Promise<void>
  /** Returns the notes and deletes them in one atomic call. */
  readonly take?: ((state: string) => Promise<LoginNotes | null>) | undefined
}

/** Result of a claim on an update. */
export type ClaimResult =
  | { readonly state: 'CLAIMED'; readonly claim: string }
  | { readonly state: 'SEEN' | 'BUSY' }

/**
 * Stores handled updates. A claim that is neither confirmed nor extended expires with its lease. Wall clock changes must
 * not prolong the lease: it ends at the latest one lease length after another worker reads it. `extend`, `confirm` and
 * `release` do nothing for a claim that another worker holds.
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

/** Result of opening a journal entry. `receipt` and `result` are plain JSON. */
export type JournalEntry =
  | { readonly state: 'NEW' | 'CONTINUE'; readonly claim: string; readonly receipt: JsonObject | null }
  | { readonly state: 'BUSY'; readonly freeAt: Date }
  | { readonly state: 'DONE'; readonly result: JsonObject }
  | { readonly state: 'CONFLICT' }

/** A post found at the network. It may be the result of a request whose response was lost. */
export interface PostCandidate {
  /** Id of the post at the network. */
  readonly id: string
  /** Seconds since the creation of the post at the network. */
  readonly ageSeconds: number
}

/** Result of a claim on a post of the network. */
export type PostClaim =
  /** This call or an earlier call claimed the post for the key. */
  | { readonly state: 'OWNED'; readonly id: string }
  /**
   * Nothing was claimed. `TAKEN`: every candidate belongs to another key. `SEVERAL`: more than one is free. `BUSY`:
   * another key of the connection awaits the response to a request that was sent before the post was made.
   */
  | { readonly state: 'TAKEN' | 'SEVERAL' | 'BUSY' }

/**
 * Allowed clock skew between network, store and worker, in seconds: a request may seem younger than the post it created.
 * Our choice: a larger skew means a wrong clock.
 */
export const CLAIM_SLACK_SECONDS = 60

/**
 * Stores published results and the progress of unfinished operations by key.
 *
 * Wall clock changes must not prolong a lease: it ends at the latest one lease length after another worker reads it. A
 * write whose response was lost may be repeated: the same call with the same claim changes nothing and does not throw.
 */
export interface PublishJournal {
  /** `CONFLICT` when the key was used with another fingerprint. `BUSY` while another claim's lease is active. */
  open(
    key: JournalKey,
    fingerprint: string,
    options: { readonly leaseSeconds: number },
  ): Promise<JournalEntry>
  /**
   * Saves the receipt (null removes it) and extends the lease. Rejects with `ConfigError` when the claim is no longer held.
   * `awaitsResponse`: the visible request was sent. Stored with the time of the first such call, until a call without it,
   * or until the entry is opened, released, finished or claims a post.
   */
  save(
    key: JournalKey,
    claim: string,
    receipt: JsonObject | null,
    options: { readonly leaseSeconds: number; readonly awaitsResponse?: boolean | undefined },
  ): Promise<void>
  /**
   * Stores the result permanently. Does nothing when this claim already finished the entry with the same result. Rejects
   * with `ConfigError` when the claim is no longer held, or finished the entry with another result. `postId`: id of the
   * post that now belongs to this key. A post of another key stays with that key, without an error.
   */
  finish(
    key: JournalKey,
    claim: string,
    result: JsonObject,
    options?: { readonly postId?: string | null | undefined },
  ): Promise<void>
  /**
   * Claims one of these posts for the key. No two keys of a connection own the same post. A post that this key already owns
   * comes first. `FIRST` claims the first free post; `ONLY` claims a post only if it is the only free one. Ends
   * `awaitsResponse` of the key. `BUSY` claims nothing: another entry of the connection is held, awaits its response, and
   * began to do so at most `CLAIM_SLACK_SECONDS` after the post was created. Rejects with `ConfigError` when the claim is no
   * longer held.
   */
  claimPost(
    key: JournalKey,
    claim: string,
    candidates: readonly PostCandidate[],
    options: { readonly pick: 'ONLY' | 'FIRST' },
  ): Promise<PostClaim>
  /**
   * `open` and `finish` in one call, for a newly generated key that no worker has opened. Does nothing when the same result
   * is already stored. Rejects with `ConfigError` when the key holds anything else.
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
   * Releases the entry for the next worker. A receipt is kept; an entry without a receipt is deleted. Does nothing when the
   * claim is no longer held.
   */
  release(key: JournalKey, claim: string): Promise<void>
  /** Deletes finished and abandoned entries last changed before `moment`. Returns their number. */
  forgetBefore(moment: Date): Promise<number>
}

/** Stores polling cursors: the newest handled marker of each feed of each connection. */
export interface Markers {
  /** Null when no marker is saved. */
  load(connectionId: string, feed: string): Promise<string | null>
  save(connectionId: string, feed: string, marker: string): Promise<void>
}

/** A file hosted for a network to fetch. */
export interface HostedMedia {
  /** A public https URL. */
  readonly url: string
  /** Plain text handle for `release`, also after a crash. */
  readonly handle: string
}

/** Serves files at public URLs, for networks that only fetch. */
export interface MediaHost {
  publish(media: Media, options: { readonly lifetimeSeconds: number }): Promise<HostedMedia>
  /** Does nothing when the record is missing. */
  release(handle: string): Promise<void>
}

/** Current time and delays. */
export interface Clock {
  now(): Date
  /** Seconds since a fixed moment; never decreases. */
  monotonic(): number
  /**
   * Resolves after `seconds`; rejects with `signal.reason` when aborted. `isLimit` marks a timeout. A test clock with
   * automatic waits lets a timeout pass only when the test requests it.
   */
  sleep(
    seconds: number,
    options?: { readonly signal?: AbortSignal | undefined; readonly isLimit?: boolean | undefined },
  ): Promise<void>
}

/** Source of randomness. */
export interface Random {
  /** Cryptographically strong bytes. */
  bytes(count: number): Uint8Array
  /** At least 0, less than 1; sufficient for jitter. */
  fraction(): number
}

/** Spending limit for any time span of `perSeconds`. */
export interface SpendingLimit {
  /** Maximum units. */
  readonly units: number
  /** Length of the span in seconds, 1 or more: 86,400 for a day. The window slides, so the limit holds in every time zone. */
  readonly perSeconds: number
}

/** Result of a spending reservation. */
export type SpendingReservation =
  /** The units are reserved. `reservation` identifies them for `giveBack`. */
  | { readonly ok: true; readonly reservation: string }
  /** The limit is reached; nothing is reserved. `freeAt`: time when the units fit, if nothing else is spent. */
  | { readonly ok: false; readonly freeAt: Date }

/**
 * Counts spending across all processes that share it. Concurrent reservations never exceed the limit together. Spent
 * units count for at least `perSeconds`.
 */
export interface SpendingCounter {
  /** Reserves units, or returns the time when they fit. `units` is never above the limit. */
  reserve(bucket: string, units: number, limit: SpendingLimit): Promise<SpendingReservation>
  /** Releases unused units. Does nothing when they no longer count. */
  giveBack(bucket: string, units: number, reservation: string): Promise<void>
  /** Units that currently count. */
  spent(bucket: string, perSeconds: number): Promise<number>
}
