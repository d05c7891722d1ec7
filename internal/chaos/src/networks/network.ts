import type { AnyAccount, AppCredentials, Connection } from '@social/core'
import type { Clock, Platform, Transport } from '@social/core/platform'
import type { SecretSource } from '@social/core/routes'
import type { EffectKind, EmulatedNetwork, EmulatorClock } from '@social/emulator'

import type { Stores } from '../stores/stores.js'
import type { Outbox } from './outbox.js'

/** Options of one call of an operation. */
export interface AttemptOptions {
  readonly idempotencyKey: string
  readonly signal: AbortSignal
}

/** Emulated network that was started for one run, with a signed-in account. */
export interface Opened {
  readonly network: EmulatedNetwork
  readonly connection: Connection
  /** App credentials. Null for networks without them. */
  readonly app: AppCredentials | null
  /**
   * Creates the platforms of a new worker. Each worker has its own platforms, which share no
   * state.
   */
  makePlatforms(): Readonly<Record<string, Platform>>
  /** Operations of the network, by name. */
  readonly operations: Readonly<Record<string, Operation>>
  /** Publishes a text-only post. Undefined for networks that require media. */
  readonly postText?: PostText
  /**
   * End of the path of token requests that replace the refresh token. If such a response is lost,
   * the account must sign in again.
   */
  readonly rotatesAt?: string
  /** End of the path of token requests that keep the refresh token. */
  readonly renewsAt?: string
  /** Data to test polling. Undefined if the network does not support polling. */
  readonly following?: Following
  /** Data to test pushed updates. Undefined if the network does not push updates. */
  readonly pushing?: Pushing
  /** Data to test the sign-in through web pages. */
  readonly signingIn?: SigningIn
  /** Replaces the in-memory stores. Tests use this to plant defects that the suite must detect. */
  readonly changeStores?: (stores: Stores) => Stores
  /**
   * Replaces the transport of a worker. Tests use this to plant defects that the suite must
   * detect.
   */
  readonly changeTransport?: (transport: Transport) => Transport
}

/** Function that publishes a text, with or without an idempotency key. */
export type PostText = (
  account: AnyAccount,
  text: string,
  options: Partial<AttemptOptions>,
) => Promise<{ readonly id: string }>

/** Test data for an account whose updates are polled. */
export interface Following {
  readonly prepare?: (account: AnyAccount) => Promise<void>
  /** Creates this number of updates for the account. */
  readonly happen: (count: number) => void
}

/** Test data for an account whose network pushes updates. */
export interface Pushing {
  readonly prepare?: (account: AnyAccount) => Promise<void>
  /** Creates this number of pushed updates. */
  readonly happen: (count: number) => void | Promise<void>
  /** Messages that the network has to deliver. */
  readonly outbox: Outbox
  /**
   * Secrets or keys that verify the network's messages, or a function that creates their source
   * for each process.
   */
  readonly secret: string | ((process: PushedTo) => SecretSource)
  /**
   * Signs a message again for each delivery. Undefined if the signature does not include the time.
   * @returns The headers.
   */
  readonly sign?: (body: Uint8Array) => Readonly<Record<string, string>>
}

/** Process that receives pushed updates. */
export interface PushedTo {
  readonly transport: Transport
  readonly clock: Clock
}

/** Test data for the sign-in through an application's pages. */
export interface SigningIn {
  /** Arguments for the start of the sign-in, such as `host`. */
  readonly start?: Readonly<Record<string, string>>
  /**
   * Server at which the application registers its app. Undefined for networks without app
   * registration.
   */
  readonly createsApp?: { readonly host: string }
  /** App to use with the redirect URL, if it differs from the default app. */
  readonly app?: AppCredentials
  /** Performs the actions of the person on the network's page. @returns The redirect URL. */
  readonly approve: (url: string) => string | Promise<string>
  /** Values that the person enters if a form is shown. */
  readonly details?: Readonly<Record<string, string>>
  /** Makes a request that succeeds only with a valid token. */
  readonly use: (account: AnyAccount) => Promise<unknown>
}

/** Operation that creates one visible object, such as a post, or several that belong together. */
export interface Operation {
  /**
   * Kinds of effects that the operation creates. More effects than `parts` under one key mean that
   * the library published twice.
   */
  readonly makes: readonly EffectKind[]
  /**
   * Kind of an object that is created before the visible one. Each key must create at most one of
   * them.
   */
  readonly onTheWay?: EffectKind
  /**
   * Number of visible objects per key, 1 by default. The operation returns their ids in order,
   * joined with `+`.
   */
  readonly parts?: number
  /**
   * True if the call must first renew the token. The run then also checks that the account still
   * works.
   */
  readonly isTokenDue?: boolean
  /** Prepares the objects that the operation requires. */
  readonly prepare?: (account: AnyAccount) => Promise<void>
  /** Runs some seconds after the operation, when every list shows the result. */
  readonly afterLag?: (account: AnyAccount) => Promise<void>
  /**
   * Runs the operation. @returns The id that the caller gets, or null if the operation returns no
   * id.
   */
  readonly run: (account: AnyAccount, options: AttemptOptions) => Promise<string | null>
}

/** Network that the suite tests. */
export interface ChaosNetwork {
  readonly name: string
  /** Starts the network for one run. Runs share no state. */
  readonly open: (clock: EmulatorClock) => Opened
  /** Seconds after which an upload session, a container or an uploaded file expires. */
  readonly sessionSeconds: number
  /** Seconds during which the network's own idempotency key prevents a second post. */
  readonly repeatableSeconds: number
}

/** Redirect URL template of all networks. */
export const CALLBACK = 'https://app.example/social/callback/{platform}/'

/** Returns the redirect URL of one network. */
export function callbackOf(platform: string): string {
  return CALLBACK.replace('{platform}', platform)
}

/** Name of the operation that polls the account and passes the updates to a handler. */
export const FOLLOWING = 'following'

/** Name of the operation that receives pushed updates and passes them to a handler. */
export const PUSHING = 'pushing'

/** Name of the sign-in operation. */
export const SIGN_IN = 'signIn'

/** Name of the operation that publishes several posts concurrently, without keys. */
export const CROWD = 'crowd'

/** Name of the operation that publishes the same text under two keys in two processes. */
export const TWINS = 'twins'

/** Returns the names of all operations of a network. */
export function operationsOf({ open }: ChaosNetwork): readonly string[] {
  const { operations, following, pushing, postText, signingIn } = open({ now: () => new Date(0) })
  const posting = { [CROWD]: postText, [TWINS]: postText }
  const more = { [FOLLOWING]: following, [PUSHING]: pushing, ...posting, [SIGN_IN]: signingIn }
  const has = Object.entries(more).filter(([, scene]) => scene !== undefined)
  return [...Object.keys(operations), ...has.map(([name]) => name)]
}
