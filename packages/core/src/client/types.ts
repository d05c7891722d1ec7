import type {
  LoginMemory,
  Locks,
  Markers,
  MediaHost,
  Platform,
  PublishJournal,
  Random,
  SeenUpdates,
  SpendingCounter,
  Storage,
  Clock,
} from '../contract/index.js'
import type { CallOptions, Progress, PublishOptions } from '../contract/index.js'
import type { RawData } from '../errors/index.js'
import type { RetrySettings } from '../http/attempts/retry-policy.js'
import type { Transport } from '../http/types.js'
import type { PostResult } from '../models/index.js'
import type { SpendingOptions } from '../spending/index.js'

export type { CallOptions, PublishOptions } from '../contract/index.js'

/** Registered name of a platform. Editors complete the names of the client; other text is accepted and checked at run time. */
export type PlatformName<Ps> = (keyof Ps & string) | (string & {})

/** Position in a thread. */
export interface ThreadPlace {
  /** Index of the part, from 0. */
  readonly partIndex: number
  readonly partCount: number
}

/** Options of posting a thread. */
export interface PostThreadOptions extends Omit<PublishOptions, 'onProgress'> {
  /** Called with the upload progress of a part. */
  readonly onProgress?: ((progress: Progress & ThreadPlace) => void) | undefined
  /**
   * Called for every published part, in order. A repeated call with the same key also reports the parts that earlier
   * calls published.
   */
  readonly onPart?: ((progress: ThreadPlace & { readonly part: PostResult }) => void) | undefined
}

/** Options of a client. All options except `storage` and `platforms` have in-process defaults. */
export interface SocialClientOptions<Ps extends Record<string, Platform>> {
  readonly storage: Storage
  /** Platforms under their registered names. */
  readonly platforms: Ps & { readonly [K in keyof Ps]: { readonly name: K } }
  readonly locks?: Locks | undefined
  readonly loginMemory?: LoginMemory | undefined
  readonly seenUpdates?: SeenUpdates | undefined
  /** Stores polling cursors. */
  readonly markers?: Markers | undefined
  readonly journal?: PublishJournal | undefined
  /** Counts the amount spent. Used only if `spending` has limits. */
  readonly spendingCounter?: SpendingCounter | undefined
  /** Limits for the cost of requests that a network bills. Default: no limits. */
  readonly spending?: SpendingOptions<keyof Ps & string> | undefined
  /** Makes files available at public URLs, for networks that fetch media from a URL. */
  readonly mediaHost?: MediaHost | undefined
  readonly transport?: Transport | undefined
  readonly clock?: Clock | undefined
  readonly random?: Random | undefined
  readonly retries?: RetrySettings | undefined
  /** Time limit of a whole call in seconds. Default: 120. */
  readonly deadlineSeconds?: number | undefined
  /**
   * Allows requests to loopback addresses, which the library otherwise refuses, and allows http for them. For tests
   * and demos.
   */
  readonly allowLoopback?: boolean | undefined
}

/** Options to start a sign-in. `redirectUri`, `scopes` and `host` must be the same in every step of the sign-in. */
export interface StartLoginOptions extends CallOptions {
  readonly redirectUri: string
  /** Requested scopes. An empty or missing list requests the platform's default scopes. */
  readonly scopes?: readonly string[] | undefined
  /** Host of the server. Required only for a network with many servers. */
  readonly host?: string | null | undefined
  /** A random, unguessable text that identifies the sign-in. If it is missing, the library generates one. */
  readonly state?: string | undefined
  /** Values for the hints that the platform lists in `loginHints`. */
  readonly hints?: Readonly<Record<string, string>> | undefined
  /** Connection id that the sign-in must result in. Any other account is refused with `AuthError` and not saved. */
  readonly expectConnectionId?: string | undefined
}

/** Options to continue a sign-in after the network or a form returned the person to the application. */
export interface FinishLoginOptions extends StartLoginOptions {
  /** Query parameters from the network, or the values of the form. */
  readonly callback: Readonly<Record<string, string>>
  /** The `state` that the previous step returned. */
  readonly state: string
  /** The `remember` value that the previous step returned. */
  readonly remember?: RawData | undefined
}

/** Options to continue a sign-in after the person has chosen an account. */
export interface ChooseOptions extends StartLoginOptions {
  readonly accountId: string
  /** The `resumeToken` that the previous step returned. */
  readonly resumeToken: string
  readonly remember?: RawData | undefined
}

/** Options to register an app. */
export interface CreateAppOptions extends CallOptions {
  /** Name of the app, which people see on the consent page. */
  readonly name: string
  readonly redirectUri: string
  readonly host?: string | null | undefined
  readonly scopes?: readonly string[] | undefined
  readonly website?: string | null | undefined
  /** If true, registers a new app even if an app with the same name, redirect URI and scopes is stored. */
  readonly again?: boolean | undefined
}
