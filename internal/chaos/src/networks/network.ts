import type { AnyAccount, AppCredentials, Connection } from '@social/core'
import type { Clock, Platform, Transport } from '@social/core/platform'
import type { SecretSource } from '@social/core/routes'
import type { EffectKind, EmulatedNetwork, EmulatorClock } from '@social/emulator'

import type { Stores } from '../stores/stores.js'
import type { Outbox } from './outbox.js'

/** What a try of an operation is given. */
export interface AttemptOptions {
  readonly idempotencyKey: string
  readonly signal: AbortSignal
}

/** An emulated network, opened for one run, with somebody signed in. */
export interface Opened {
  readonly network: EmulatedNetwork
  readonly connection: Connection
  /** Null where the network needs none. */
  readonly app: AppCredentials | null
  /** The platforms of a new worker: nothing is shared with another. */
  makePlatforms(): Readonly<Record<string, Platform>>
  /** What is tried, by its name. */
  readonly operations: Readonly<Record<string, Operation>>
  /** Posts words alone; left out where the network takes none. */
  readonly postText?: PostText
  /** Where tokens are renewed, when a renewal replaces the refresh token: who loses that answer has lost the account. */
  readonly rotatesAt?: string
  /** Where tokens are renewed, when the refresh token stays as it is. */
  readonly renewsAt?: string
  /** How the account is followed; left out where nothing can be. */
  readonly following?: Following
  /** How things are pushed; left out where nothing is. */
  readonly pushing?: Pushing
  /** How somebody signs in over pages. */
  readonly signingIn?: SigningIn
  /** Puts other stores in the place of those in memory: broken ones, to see that they are noticed. */
  readonly changeStores?: (stores: Stores) => Stores
  /** Replaces the transport of a worker: a broken one, to see that it is noticed. */
  readonly changeTransport?: (transport: Transport) => Transport
}

/** Posts words, under a key or without. */
export type PostText = (
  account: AnyAccount,
  text: string,
  options: Partial<AttemptOptions>,
) => Promise<{ readonly id: string }>

/** What happens to an account that is polled. */
export interface Following {
  /** What has to be there before anything can happen. */
  readonly prepare?: (account: AnyAccount) => Promise<void>
  /** Makes so many things happen that the account is told of. */
  readonly happen: (count: number) => void
}

/** What happens to an account whose network pushes. */
export interface Pushing {
  /** What has to be there before anything can happen. */
  readonly prepare?: (account: AnyAccount) => Promise<void>
  /** Makes so many things happen that are pushed. */
  readonly happen: (count: number) => void | Promise<void>
  /** Where the network puts what it pushes. */
  readonly outbox: Outbox
  /** What its messages are proved by: known, or fetched by each process for itself. */
  readonly secret: string | ((process: PushedTo) => SecretSource)
  /** Signs a message anew for each sending, where the moment of sending is signed. @returns The headers. */
  readonly sign?: (body: Uint8Array) => Readonly<Record<string, string>>
}

/** The process that is pushed to. */
export interface PushedTo {
  readonly transport: Transport
  readonly clock: Clock
}

/** How somebody signs in over the pages of an application. */
export interface SigningIn {
  /** What the sign-in is started with: `host`. */
  readonly start?: Readonly<Record<string, string>>
  /** Given where the application makes its app by itself: on which server. */
  readonly createsApp?: { readonly host: string }
  /** The app that people are sent back to, where it is not the one there is. */
  readonly app?: AppCredentials
  /** What the person does at the page of the network. @returns The address that they are sent back to. */
  readonly approve: (url: string) => string | Promise<string>
  /** What the person fills in, where a form asks. */
  readonly details?: Readonly<Record<string, string>>
  /** Does something that only works with a token that is good. */
  readonly use: (account: AnyAccount) => Promise<unknown>
}

/** Something that makes one thing people can see, or several that belong together. */
export interface Operation {
  /** What counts: one more of these under one key than there are parts is a double. */
  readonly makes: readonly EffectKind[]
  /** What is made on the way, at most one of it under one key. */
  readonly onTheWay?: EffectKind
  /** How many of these belong to one key; 1 unless given. Its id is then theirs, one after another, with `+` between. */
  readonly parts?: number
  /** True when the token has to be renewed first; the account has to be alive afterwards. */
  readonly isTokenDue?: boolean
  /** What has to be there before. */
  readonly prepare?: (account: AnyAccount) => Promise<void>
  /** What is read of it, seconds later, when every list shows it. */
  readonly afterLag?: (account: AnyAccount) => Promise<void>
  /** Does it. @returns The id the caller is told; null where the operation tells none. */
  readonly run: (account: AnyAccount, options: AttemptOptions) => Promise<string | null>
}

/** One network in the suite. */
export interface ChaosNetwork {
  readonly name: string
  /** Opens it afresh: two runs know nothing of each other. */
  readonly open: (clock: EmulatorClock) => Opened
  /** Seconds after which an upload session, a container or a file that was uploaded has ended. */
  readonly sessionSeconds: number
  /** Seconds after which the network's own key, where it has one, makes a repeat harmless no more. */
  readonly repeatableSeconds: number
}

/** Where the networks send people back to. */
export const CALLBACK = 'https://app.example/social/callback/{platform}/'

/** Where one of them does. */
export function callbackOf(platform: string): string {
  return CALLBACK.replace('{platform}', platform)
}

/** Name of the operation that polls the account and hands updates to a handler. */
export const FOLLOWING = 'following'

/** Name of the operation that takes what the network pushes and hands it to a handler. */
export const PUSHING = 'pushing'

/** Name of the operation that signs somebody in. */
export const SIGN_IN = 'signIn'

/** Name of the operation that posts several things at once, without keys. */
export const CROWD = 'crowd'

/** Name of the operation that posts the same text under two keys, in two processes. */
export const TWINS = 'twins'

/** Names of everything that is tried at a network. */
export function operationsOf({ open }: ChaosNetwork): readonly string[] {
  const { operations, following, pushing, postText, signingIn } = open({ now: () => new Date(0) })
  const posting = { [CROWD]: postText, [TWINS]: postText }
  const more = { [FOLLOWING]: following, [PUSHING]: pushing, ...posting, [SIGN_IN]: signingIn }
  const has = Object.entries(more).filter(([, scene]) => scene !== undefined)
  return [...Object.keys(operations), ...has.map(([name]) => name)]
}
