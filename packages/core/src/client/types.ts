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

/** How far a thread has come. */
export interface ThreadPlace {
  /** Which part, from 0. */
  readonly partIndex: number
  readonly partCount: number
}

/** Options of posting a thread. */
export interface PostThreadOptions extends Omit<PublishOptions, 'onProgress'> {
  /** Told how the upload of a part is getting on. */
  readonly onProgress?: ((progress: Progress & ThreadPlace) => void) | undefined
  /** Told of every part that is out, in order; those of an earlier call under the same key first. */
  readonly onPart?: ((told: ThreadPlace & { readonly part: PostResult }) => void) | undefined
}

/** What a client is made from. All but the first two have defaults that live in this process. */
export interface SocialClientOptions<Ps extends Record<string, Platform>> {
  readonly storage: Storage
  /** Each under its registered name. */
  readonly platforms: Ps & { readonly [K in keyof Ps]: { readonly name: K } }
  readonly locks?: Locks | undefined
  readonly loginMemory?: LoginMemory | undefined
  readonly seenUpdates?: SeenUpdates | undefined
  /** Where polling goes on. */
  readonly markers?: Markers | undefined
  readonly journal?: PublishJournal | undefined
  /** Counts what is spent, where `spending` has limits. */
  readonly spendingCounter?: SpendingCounter | undefined
  /** What may be spent on requests that a network bills; without limits unless given. */
  readonly spending?: SpendingOptions<keyof Ps & string> | undefined
  /** Serves files to networks that only fetch addresses. */
  readonly mediaHost?: MediaHost | undefined
  readonly transport?: Transport | undefined
  readonly clock?: Clock | undefined
  readonly random?: Random | undefined
  readonly retries?: RetrySettings | undefined
  /** Seconds for a call as a whole; 120 unless given. */
  readonly deadlineSeconds?: number | undefined
  /** Lets loopback pass the address guard, where a host then means http. For tests and demos. */
  readonly allowLoopback?: boolean | undefined
}

/** What starts a sign-in. `redirectUri`, `scopes` and `host` must be the same in every step of it. */
export interface StartLoginOptions extends CallOptions {
  readonly redirectUri: string
  /** Empty or left out = the platform's own. */
  readonly scopes?: readonly string[] | undefined
  /** Which server, for a network with many. */
  readonly host?: string | null | undefined
  /** Random and unguessable; made when left out. */
  readonly state?: string | undefined
  /** What `loginHints` of the platform name. */
  readonly hints?: Readonly<Record<string, string>> | undefined
  /** Refuse any other account with `AuthError`, nothing saved: for signing an account in again. */
  readonly expectConnectionId?: string | undefined
}

/** What goes on with a sign-in after the network, or a form, sent the person back. */
export interface FinishLoginOptions extends StartLoginOptions {
  /** What the network sent, or the form's answers. */
  readonly callback: Readonly<Record<string, string>>
  /** The state of the step before. */
  readonly state: string
  /** `remember` of the step before. */
  readonly remember?: RawData | undefined
}

/** What goes on with a sign-in after an account was picked. */
export interface ChooseOptions extends StartLoginOptions {
  readonly accountId: string
  /** `resumeToken` of the step before. */
  readonly resumeToken: string
  readonly remember?: RawData | undefined
}

/** What registers an app. */
export interface CreateAppOptions extends CallOptions {
  /** Shown to people on the approval page. */
  readonly name: string
  readonly redirectUri: string
  readonly host?: string | null | undefined
  readonly scopes?: readonly string[] | undefined
  readonly website?: string | null | undefined
  /** Registers anew, although an app with the same name, address and scopes is stored. */
  readonly again?: boolean | undefined
}
