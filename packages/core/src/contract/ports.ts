import type { RawData } from '../errors/index.js'
import type { AppCredentials, Connection, JsonObject, Media } from '../models/index.js'

/** Where connections and app credentials live. The application supplies it; none of the methods throws because something is missing. */
export interface Storage {
  getConnection(connectionId: string): Promise<Connection | null>
  /** Inserts or replaces; called on every renewal. */
  saveConnection(connection: Connection): Promise<void>
  /** Quiet when already gone. */
  deleteConnection(connectionId: string): Promise<void>
  getApp(platform: string, host: string | null): Promise<AppCredentials | null>
  saveApp(app: AppCredentials): Promise<void>
  /** Saves only when `previous` is still what is stored; false means someone was faster: read again. */
  saveRenewed?: ((next: Connection, previous: Connection) => Promise<boolean>) | undefined
}

/** Mutual exclusion around one block, across every process that shares it. */
export interface Locks {
  /**
   * @param key - What is locked.
   * @param work - Runs alone; `held.signal` fires when the lease is lost.
   * @param options - `leaseSeconds` after which a holder that died loses the lock, whatever the wall clock did meanwhile.
   */
  withLock<T>(
    key: string,
    work: (held: { readonly signal: AbortSignal }) => Promise<T>,
    options: { readonly leaseSeconds: number; readonly signal?: AbortSignal | undefined },
  ): Promise<T>
}

/** What is kept of a sign-in between its steps. Plain JSON, and a secret. */
export interface LoginNotes {
  readonly platform: string
  readonly host: string | null
  readonly scopes: readonly string[]
  readonly redirectUri: string
  /** What the platform has to find again: the secret half of PKCE. */
  readonly remember: RawData
  /** The state the platform was started with; the application's own value is `applicationState`. */
  readonly applicationState: string | null
  /** Set once an account has to be picked. */
  readonly resumeToken: string | null
  /** The only connection this sign-in may end in; null for any. */
  readonly expectConnectionId: string | null
  /** Proof of the browser that started it; null when sign-ins are not bound. */
  readonly browser: string | null
}

/** Where notes of half-finished sign-ins live, by their state. */
export interface LoginMemory {
  keep(state: string, notes: LoginNotes, options: { readonly lifetimeSeconds: number }): Promise<void>
  lookUp(state: string): Promise<LoginNotes | null>
  /** Quiet when already gone. */
  forget(state: string): Promise<void>
  /** `lookUp` and `forget` at once, atomically. */
  readonly take?: ((state: string) => Promise<LoginNotes | null>) | undefined
}

/** What a claim on an update gave. */
export type ClaimResult =
  | { readonly state: 'CLAIMED'; readonly claim: string }
  | { readonly state: 'SEEN' | 'BUSY' }

/**
 * Which updates were handled. A claim that is neither confirmed nor extended frees itself after its lease: at the latest
 * one lease after it is read, whatever the wall clock did meanwhile. With a claim that is no longer ours `extend`,
 * `confirm` and `release` change nothing.
 */
export interface SeenUpdates {
  claim(key: string, options: { readonly leaseSeconds: number }): Promise<ClaimResult>
  extend(key: string, claim: string, options: { readonly leaseSeconds: number }): Promise<void>
  confirm(key: string, claim: string): Promise<void>
  release(key: string, claim: string): Promise<void>
}

/** What a journal entry is filed under. */
export interface JournalKey {
  readonly connectionId: string
  /** `post`, `reply`, `sendMessage`, … */
  readonly operation: string
  readonly idempotencyKey: string
}

/** What opening a journal entry gave. `receipt` and `result` are plain JSON. */
export type JournalEntry =
  | { readonly state: 'NEW' | 'CONTINUE'; readonly claim: string; readonly receipt: JsonObject | null }
  | { readonly state: 'BUSY'; readonly freeAt: Date }
  | { readonly state: 'DONE'; readonly result: JsonObject }
  | { readonly state: 'CONFLICT' }

/** A post of the network that may be the one whose response was lost. */
export interface PostCandidate {
  /** Its id at the network. */
  readonly id: string
  /** Seconds since the network made it. */
  readonly ageSeconds: number
}

/** Result of a claim on a post of the network. */
export type PostClaim =
  /** The post belongs to this key, from now on or since an earlier claim. */
  | { readonly state: 'OWNED'; readonly id: string }
  /**
   * Nothing was claimed. `TAKEN`: every candidate belongs to another key. `SEVERAL`: more than one is free. `BUSY`:
   * another key of the connection awaits the response to a request that was sent before the post was made.
   */
  | { readonly state: 'TAKEN' | 'SEVERAL' | 'BUSY' }

/**
 * Seconds by which a request may seem younger than the post it made, as the clocks of network, store and worker differ.
 * Our choice: clocks that are further apart are wrong.
 */
export const CLAIM_SLACK_SECONDS = 60

/**
 * What was published under which key, and how far the rest has come.
 *
 * A lease ends at the latest one lease after it is read, whatever the wall clock did meanwhile. A write whose reply was
 * lost may be repeated: the same call with the same claim a second time changes nothing and is quiet.
 */
export interface PublishJournal {
  /** `CONFLICT` when the key was used with another fingerprint; `BUSY` while another claim's lease runs. */
  open(
    key: JournalKey,
    fingerprint: string,
    options: { readonly leaseSeconds: number },
  ): Promise<JournalEntry>
  /**
   * Keeps the receipt (null takes it back) and extends the lease. Rejects with `ConfigError` when the claim is no longer
   * ours. `awaitsResponse`: the visible request is on its way; kept with the moment of the first such call until a call
   * without it, or until the entry is opened, given up, finished or claims a post.
   */
  save(
    key: JournalKey,
    claim: string,
    receipt: JsonObject | null,
    options: { readonly leaseSeconds: number; readonly awaitsResponse?: boolean | undefined },
  ): Promise<void>
  /**
   * Keeps the result for good. Quiet when this claim has finished the entry with the same result before. Rejects with
   * `ConfigError` when the claim is no longer ours, or has finished it with another result. `postId`: id of the post that
   * belongs to this key from now on; one that another key owns already stays with that key, and is no failure.
   */
  finish(
    key: JournalKey,
    claim: string,
    result: JsonObject,
    options?: { readonly postId?: string | null | undefined },
  ): Promise<void>
  /**
   * Gives one of these posts to the key: no two keys of a connection own the same post. `FIRST` takes the first that is
   * free, `ONLY` the one that is the only free one; a post that this key owns already comes before both. Ends
   * `awaitsResponse` of the key. `BUSY`, and nothing is claimed, while another entry of the connection is held, awaits its
   * response, and began to do so at most `CLAIM_SLACK_SECONDS` after the post was made. Rejects with `ConfigError` when the
   * claim is no longer ours.
   */
  claimPost(
    key: JournalKey,
    claim: string,
    candidates: readonly PostCandidate[],
    options: { readonly pick: 'ONLY' | 'FIRST' },
  ): Promise<PostClaim>
  /**
   * `open` and `finish` at once, for a key that was made just now, so that nobody can have opened it. Quiet when the same
   * was written before; rejects with `ConfigError` when the key holds anything else.
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
   * Gives the entry up for the next worker; its receipt stays. Without a receipt the entry goes. Quiet, and without any
   * effect, when the claim is no longer ours: there is nothing to give up.
   */
  release(key: JournalKey, claim: string): Promise<void>
  /** Forgets finished and abandoned entries last touched before `moment`; answers how many. */
  forgetBefore(moment: Date): Promise<number>
}

/** Where polling goes on: the newest marker of each feed of each connection that was handled. */
export interface Markers {
  /** Null when nothing was saved. */
  load(connectionId: string, feed: string): Promise<string | null>
  save(connectionId: string, feed: string, marker: string): Promise<void>
}

/** A file handed over to be fetched by a network. */
export interface HostedMedia {
  /** A public https address. */
  readonly url: string
  /** Plain text by which it is released, and found again after a crash. */
  readonly handle: string
}

/** Serves files at public addresses, for networks that only fetch. */
export interface MediaHost {
  publish(media: Media, options: { readonly lifetimeSeconds: number }): Promise<HostedMedia>
  /** Quiet when already gone. */
  release(handle: string): Promise<void>
}

/** The time, and waiting. */
export interface Clock {
  now(): Date
  /** Seconds since some fixed moment; never goes back. */
  monotonic(): number
  /**
   * Resolves after so many seconds; rejects with `signal.reason` when aborted. `isLimit` marks the time somebody else has
   * to answer: a clock for tests, whose waits pass by themselves, lets it pass only when the test says so.
   */
  sleep(
    seconds: number,
    options?: { readonly signal?: AbortSignal | undefined; readonly isLimit?: boolean | undefined },
  ): Promise<void>
}

/** Chance. */
export interface Random {
  /** Cryptographically strong bytes. */
  bytes(count: number): Uint8Array
  /** At least 0, less than 1; good enough for jitter. */
  fraction(): number
}

/** How much may be spent in any span of so many seconds. */
export interface SpendingLimit {
  /** Units at most. */
  readonly units: number
  /** Length of the span, 1 or more: 86,400 for a day. The span slides, so no day of any time zone has more. */
  readonly perSeconds: number
}

/** What asking for room gave. */
export type SpendingReservation =
  /** There is room, and it is kept. `reservation` says where, for `giveBack`. */
  | { readonly ok: true; readonly reservation: string }
  /** There is none, and nothing is kept. `freeAt`: when there will be, if nothing else is spent. */
  | { readonly ok: false; readonly freeAt: Date }

/**
 * Counts what is spent, for every process that shares it. Two that ask at the same moment never get more than the limit
 * together. A span ends late rather than early: what is spent counts for at least `perSeconds`.
 */
export interface SpendingCounter {
  /** Keeps room for so many units, or answers when there is some again. Never asked for more than the limit as a whole. */
  reserve(bucket: string, units: number, limit: SpendingLimit): Promise<SpendingReservation>
  /** Gives room back that was not used. Quiet when it is counted no longer. */
  giveBack(bucket: string, units: number, reservation: string): Promise<void>
  /** Units that are counted right now. */
  spent(bucket: string, perSeconds: number): Promise<number>
}
