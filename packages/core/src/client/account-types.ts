import type { GenericSchema, InferInput } from 'valibot'

import type {
  Call,
  CanCheckState,
  CanDeletePosts,
  CanEditBusinessInfo,
  CanLike,
  CanManageVerification,
  CanMessage,
  CanModerateComments,
  CanReadLikes,
  CanReadPost,
  CanReadProfile,
  CanReadReplies,
  CanReadStats,
  CanReadThread,
  CanReadUpdates,
  CanReadUpdatesAfter,
  CanReply,
  CanReplyToUpdates,
  CanStartConversations,
  CanStartUpdates,
  Feature,
  Platform,
} from '../contract/index.js'
import type { RawData } from '../errors/index.js'
import type { RateLimitState } from '../http/types.js'
import type { Connection, Limits, PostInput, PostResult } from '../models/index.js'
import type { Direct } from './direct.js'
import type { AccountOperations } from './operations.js'
import type { CallOptions, PublishOptions } from './types.js'

/** What every account has, whatever its network can do. */
export interface AccountBase {
  /** The connection's id; nothing is read until an operation runs. */
  readonly id: string
  /** Registered name of the network. */
  readonly platform: string
  /** The network's own API, for what the shared operations do not cover. */
  readonly direct: Direct
  /** What the newest reply told of the account's rate limit; null before the first. */
  readonly rateLimit: RateLimitState | null
  /** Units the network billed through this client, by bucket. */
  readonly usage: Readonly<Record<string, number>>
  /** The connection, renewed first. @throws ConfigError for an unknown id. */
  connection(options?: CallOptions): Promise<Connection>
  /** What the network can do. */
  features(options?: CallOptions): Promise<ReadonlySet<Feature>>
  /** The numbers the network puts on this account's posts. */
  limits(options?: CallOptions): Promise<Limits>
  /** Length of a text as the network counts it, for a live count. No request while the limits are cached. */
  measureText(text: string, options?: CallOptions & { readonly options?: RawData }): Promise<number>
  /** Runs a function with a call of this account: renewed, signed, errors mapped. For what only one network can do. */
  run<T>(work: (call: Call) => Promise<T>, options?: CallOptions): Promise<T>
}

/** Asking what an account can do, where the compiler knows its network. */
export interface CanNarrow {
  /** True when the network has the flag, or the method; narrows the account's type to it. */
  can<M extends keyof AccountOperations | 'post'>(method: M): this is this & Pick<AnyAccount, M>
  can(flag: Feature): boolean
}

/** Post options of a platform; anything for one that is not known to the compiler. */
export type OptionsOf<P> = P extends { readonly postOptions: infer S extends GenericSchema }
  ? InferInput<S>
  : never

/** What `post` takes: `options` may be left out where nothing in them is required. */
export type PostOf<Options> = {} extends Options
  ? PostInput<Options>
  : PostInput<Options> & { readonly options: Options }

/** Publishing, typed by the network's own options. */
export interface CanPost<Options> {
  /**
   * Publishes one post as this account. A post the network would refuse is refused here, before any request.
   *
   * @param post - What to publish.
   * @param options - `idempotencyKey`: the same key again never publishes twice. `onProgress` is told how an upload is
   *   getting on. `signal` stops the call.
   * @returns The post as the network knows it; `state` says whether it is out yet.
   * @throws InvalidPostError when the words, the media or an option break a rule.
   * @throws NotSupportedError for what the network cannot do.
   * @throws RateLimitError when the network asks for a longer wait than a call may take.
   * @throws OutcomeUnknownError when the reply to the visible step was lost and could not be looked up.
   * @throws PublishBusyError while another worker publishes under the same key.
   * @throws IdempotencyConflictError when the key was used for something else.
   */
  post(post: PostOf<Options>, options?: PublishOptions): Promise<PostResult>
}

/** The ability behind each operation. */
interface AbilityBehind {
  checkState: CanCheckState
  profile: CanReadProfile
  readStats: CanReadStats
  readPost: CanReadPost
  readThread: CanReadThread
  readReplies: CanReadReplies
  reply: CanReply
  like: CanLike
  unlike: CanLike
  readLikes: CanReadLikes
  fetchUpdates: CanReadUpdates
  fetchUpdatesAfter: CanReadUpdatesAfter
  markSeen: CanReadUpdatesAfter
  startUpdates: CanStartUpdates
  stopUpdates: CanStartUpdates
  readConversations: CanMessage
  readMessages: CanMessage
  sendMessage: CanMessage
  markRead: CanMessage
  startConversation: CanStartConversations
  replyToUpdate: CanReplyToUpdates
  setCommentVisibility: CanModerateComments
  deleteComment: CanModerateComments
  deletePost: CanDeletePosts
  getLocation: CanEditBusinessInfo
  updateLocation: CanEditBusinessInfo
  verificationOptions: CanManageVerification
  startVerification: CanManageVerification
  completeVerification: CanManageVerification
  verificationState: CanManageVerification
}

/** What stands in the place of an operation the network lacks: calling it does not compile, and the message says why. */
export type Lacks<Name extends string, Operation extends string> = `${Name} does not support ${Operation}`

/** An account whose network the compiler knows: what the network lacks does not compile. */
export type Account<P extends Platform> = AccountBase &
  CanNarrow &
  (P extends { readonly postOptions: GenericSchema }
    ? CanPost<OptionsOf<P>>
    : { readonly post: Lacks<P['name'], 'post'> }) & {
    readonly [K in keyof AccountOperations]: P extends AbilityBehind[K]
      ? AccountOperations[K]
      : Lacks<P['name'], K>
  }

/** An account whose network is only known at run time: every operation, refused by name where the network lacks it. */
export type AnyAccount = AccountBase &
  CanPost<RawData> &
  AccountOperations & {
    /** True when the network has the flag, or the method. There is nothing to narrow: the type has them all. */
    can(what: Feature | keyof AccountOperations | 'post'): boolean
  }
