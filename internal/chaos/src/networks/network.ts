import type { AnyAccount, AppCredentials, Connection } from '@social/core'
import type { Clock, Platform, Transport } from '@social/core/platform'
import type { SecretSource } from '@social/core/routes'
import type { EffectKind, EmulatedNetwork, EmulatorClock } from '@social/emulator'

import type { Stores } from '../stores/stores.js'
import type { Outbox } from './outbox.js'

/** Options of one attempt. */
export interface AttemptOptions {
  readonly idempotencyKey: string
  readonly signal: AbortSignal
}

/** An emulated network, opened for one run, with a signed-in account. */
export interface Opened {
  readonly network: EmulatedNetwork
  readonly connection: Connection
  /** Null for networks without app credentials. */
  readonly app: AppCredentials | null
  /** The platforms of a new worker. Workers share nothing. */
  makePlatforms(): Readonly<Record<string, Platform>>
  /** Operations by name. */
  readonly operations: Readonly<Record<string, Operation>>
  /** Publishes a text-only post; absent for networks that require media. */
  readonly postText?: PostText
  /** Token requests that replace the refresh token. A lost response loses the account. */
  readonly rotatesAt?: string
  /** Token requests that keep the refresh token. */
  readonly renewsAt?: string
  /** Polling of the account; absent if the network has none. */
  readonly following?: Following
  /** Pushed updates; absent if the network has none. */
  readonly pushing?: Pushing
  /** Sign-in through web pages. */
  readonly signingIn?: SigningIn
  /** Replaces the in-memory stores, for example with broken ones that the suite must detect. */
  readonly changeStores?: (stores: Stores) => Stores
  /** Replaces the transport of a worker, for example with a broken one that the suite must detect. */
  readonly changeTransport?: (transport: Transport) => Transport
}

/** Publishes a text, with or without an idempotency key. */
export type PostText = (
  account: AnyAccount,
  text: string,
  options: Partial<AttemptOptions>,
) => Promise<{ readonly id: string }>

/** Events of a polled account. */
export interface Following {
  /** Prepares the account. */
  readonly prepare?: (account: AnyAccount) => Promise<void>
  /** Creates this number of updates for the account. */
  readonly happen: (count: number) => void
}

/** Events of an account whose network pushes. */
export interface Pushing {
  /** Prepares the account. */
  readonly prepare?: (account: AnyAccount) => Promise<void>
  /** Creates this number of pushed updates. */
  readonly happen: (count: number) => void | Promise<void>
  /** Outbox of the network. */
  readonly outbox: Outbox
  /** Secrets or keys that verify its messages: known, or fetched by each process. */
  readonly secret: string | ((process: PushedTo) => SecretSource)
  /** Signs a message for each delivery where the signature includes the time. @returns The headers. */
  readonly sign?: (body: Uint8Array) => Readonly<Record<string, string>>
}

/** The process that receives pushes. */
export interface PushedTo {
  readonly transport: Transport
  readonly clock: Clock
}

/** Sign-in through the pages of an application. */
export interface SigningIn {
  /** Arguments of the start of a sign-in: `host`. */
  readonly start?: Readonly<Record<string, string>>
  /** Server on which the application registers its app; only for networks that create apps. */
  readonly createsApp?: { readonly host: string }
  /** App of the redirect URL, if it differs from the default app. */
  readonly app?: AppCredentials
  /** Actions of the person on the page of the network. @returns The redirect URL. */
  readonly approve: (url: string) => string | Promise<string>
  /** Form fields that the person fills in, if a form is shown. */
  readonly details?: Readonly<Record<string, string>>
  /** Performs an action that requires a valid token. */
  readonly use: (account: AnyAccount) => Promise<unknown>
}

/** An operation that creates one visible object, or several that belong together. */
export interface Operation {
  /** Kinds of visible effects. A key with more effects than `parts` has published twice. */
  readonly makes: readonly EffectKind[]
  /** Kind of an intermediate object. Each key creates at most one. */
  readonly onTheWay?: EffectKind
  /** Number of visible objects per key; 1 by default. The id joins their ids in order with `+`. */
  readonly parts?: number
  /** True if the call has to renew the token first. The run then checks that the account still works. */
  readonly isTokenDue?: boolean
  /** Prepares the objects that the operation requires. */
  readonly prepare?: (account: AnyAccount) => Promise<void>
  /** Reads the result seconds later, when every list shows it. */
  readonly afterLag?: (account: AnyAccount) => Promise<void>
  /** Runs the operation. @returns The id that the caller gets; null if the operation returns none. */
  readonly run: (account: AnyAccount, options: AttemptOptions) => Promise<string | null>
}

/** One network in the suite. */
export interface ChaosNetwork {
  readonly name: string
  /** Opens the network for one run. Runs share no state. */
  readonly open: (clock: EmulatorClock) => Opened
  /** Seconds after which an upload session, a container or an uploaded file expires. */
  readonly sessionSeconds: number
  /** Seconds during which the network's own idempotency key makes a repeat safe. */
  readonly repeatableSeconds: number
}

/** Redirect URL of the networks. */
export const CALLBACK = 'https://app.example/social/callback/{platform}/'

/** Redirect URL of one of them. */
export function callbackOf(platform: string): string {
  return CALLBACK.replace('{platform}', platform)
}

/** Name of the operation that polls the account and passes updates to a handler. */
export const FOLLOWING = 'following'

/** Name of the operation that receives pushed updates and passes them to a handler. */
export const PUSHING = 'pushing'

/** Name of the sign-in operation. */
export const SIGN_IN = 'signIn'

/** Name of the operation that publishes several posts concurrently, without keys. */
export const CROWD = 'crowd'

/** Name of the operation that publishes the same text under two keys, in two processes. */
export const TWINS = 'twins'

/** Names of all operations of a network. */
export function operationsOf({ open }: ChaosNetwork): readonly string[] {
  const { operations, following, pushing, postText, signingIn } = open({ now: () => new Date(0) })
  const posting = { [CROWD]: postText, [TWINS]: postText }
  const more = { [FOLLOWING]: following, [PUSHING]: pushing, ...posting, [SIGN_IN]: signingIn }
  const has = Object.entries(more).filter(([, scene]) => scene !== undefined)
  return [...Object.keys(operations), ...has.map(([name]) => name)]
}
