import type { RawData } from '../errors/index.js'
import type { PostState } from './enumerations.js'
import type { Media } from './media.js'
import { pictureUrl } from './picture-url.js'
import { makePostFailure, type PostFailure } from './post-failure.js'
import { assertObject } from './values/assert-object.js'
import { model } from './values/hidden.js'
import type { MomentInput } from './values/moment.js'
import { wrongArgument } from './values/wrong-argument.js'

/** Content of a post to publish. `options` contains settings that only this network has. */
export interface PostInput<Options = RawData> {
  /** Text of the post. Some networks call this text the caption or the description. */
  readonly text?: string | undefined
  /** Pictures and videos in the order in which they are displayed. */
  readonly media?: readonly Media[] | undefined
  /** Id of the post that this post replies to. Requires a network with the ability `REPLY`. */
  readonly replyTo?: string | null | undefined
  /** Time at which the post is published. Requires a network with the ability `SCHEDULE`. */
  readonly publishAt?: MomentInput | null | undefined
  /**
   * Comment of the account under its post. Requires a network with `account.comment`. It is published under the same
   * idempotency key, as soon as the post is public.
   */
  readonly firstComment?: string | null | undefined
  /** Settings that only this network has. */
  readonly options?: Options | undefined
}

/**
 * Post that passed the checks for all networks. Every field is set, and times are `Date` objects.
 */
export interface Post<Options = RawData> {
  /** Text of the post. Empty if there is none. */
  readonly text: string
  /** Pictures and videos in the order in which they are displayed. */
  readonly media: readonly Media[]
  /** Id of the post that this post replies to. Null if the post is no reply. */
  readonly replyTo: string | null
  /** Time at which the post is published. Null publishes it immediately. */
  readonly publishAt: Date | null
  /** Settings that only this network has, validated with the platform's schema. */
  readonly options: Options
}

/** State of the first comment of a post. */
export interface FirstCommentState {
  /** `PENDING`: the post is not public yet. A later call of `post` with the same idempotency key adds the comment. */
  readonly state: 'DONE' | 'PENDING'
  /** Id of the comment; null if it is pending, or if the network returned none. */
  readonly id: string | null
}

/** Fields for creating a post result. */
export interface PostResultInit {
  readonly id: string
  readonly url?: string | null | undefined
  readonly state?: PostState | undefined
  readonly raw?: RawData | undefined
  readonly cid?: string | null | undefined
  readonly idempotencyKey?: string | null | undefined
  readonly notice?: string | null | undefined
  /** Failure of a post in the state `FAILED`. Default for this state: a failure without a known reason. */
  readonly failure?: PostFailure | null | undefined
  readonly firstComment?: FirstCommentState | null | undefined
}

/** Post at the network, as a publish returns it. */
export interface PostResult {
  /** Id of the post at the network. */
  readonly id: string
  /** URL of the post's page. Null if the post has no page, or has none yet. */
  readonly url: string | null
  /** Publish state as reported by the network. */
  readonly state: PostState
  /** Unmodified response of the network. Omitted when the object is printed. */
  readonly raw: RawData
  /**
   * CID of the post's record on Bluesky, which is a hash of its content. Null on other networks.
   */
  readonly cid: string | null
  /** Idempotency key with which the post was published. Null in a result of `checkState`. */
  readonly idempotencyKey: string | null
  /** True if the post was published. */
  readonly isDone: boolean
  /**
   * Hint to show to the author of the published post, as a sentence: `Only the owner can see it.`
   * Null if there is none.
   */
  readonly notice: string | null
  /** Reason why the network could not publish the post. Null in every state except `FAILED`. */
  readonly failure: PostFailure | null
  /** State of `PostInput.firstComment`. Null without a first comment, and for a result of `checkState`. */
  readonly firstComment: FirstCommentState | null
}

const WITHOUT_REASON = makePostFailure({
  reason: 'UNKNOWN',
  message: 'The network reports that publishing failed, without a reason.',
  network: null,
})

/**
 * This class exists for speed, because defining a hidden property on each result would take longer
 * than creating the result. `raw` is a getter of the prototype, so printing and spreading omit it.
 */
class MadePostResult implements PostResult {
  readonly id: string
  readonly url: string | null
  readonly state: PostState
  readonly cid: string | null
  readonly idempotencyKey: string | null
  readonly isDone: boolean
  readonly notice: string | null
  readonly failure: PostFailure | null
  readonly firstComment: FirstCommentState | null
  readonly #raw: RawData

  constructor(init: PostResultInit) {
    this.id = init.id
    this.url = pictureUrl(init.url)
    this.state = init.state ?? 'DONE'
    this.cid = init.cid ?? null
    this.idempotencyKey = init.idempotencyKey ?? null
    this.isDone = this.state === 'DONE'
    this.notice = init.notice ?? null
    this.firstComment = init.firstComment ?? null
    this.failure = this.state === 'FAILED' ? (init.failure ?? WITHOUT_REASON) : null
    this.#raw = init.raw ?? {}
    Object.freeze(this)
  }

  get raw(): RawData {
    return this.#raw
  }
}

/**
 * Creates a post result. The default state is `DONE`. A URL that is not `http(s)` becomes null.
 *
 * @throws ConfigError for an `id` that is not text, or is empty.
 */
export function makePostResult(init: PostResultInit): PostResult {
  assertObject(init, 'makePostResult', '{ id }')
  const id: unknown = init.id
  if (typeof id !== 'string' || id === '')
    throw wrongArgument('makePostResult: id', 'the id of the post at the network, as text', id)
  return new MadePostResult(init)
}

/** Result of publishing a thread, which is a list of posts. */
export interface ThreadResult {
  /**
   * Published posts in order. Each post replies to the previous one. `raw` is empty for posts that
   * an earlier call published.
   */
  readonly parts: readonly PostResult[]
  /** Idempotency key with which the thread was published. */
  readonly idempotencyKey: string
}

/** Statistics of one post. A number is null if the network did not return it. */
export interface PostStats {
  /** Id of the post at the network. */
  readonly id: string
  readonly likes: number | null
  /** Number of comments and replies, as the network counts them. */
  readonly comments: number | null
  /** Number of reposts. Some networks call them shares or boosts. */
  readonly shares: number | null
  /** Unmodified response of the network. Omitted when the object is printed. */
  readonly raw: RawData
}

/** Creates the statistics of a post. Missing numbers become null. */
export function makePostStats(init: {
  readonly id: string
  readonly likes?: number | null | undefined
  readonly comments?: number | null | undefined
  readonly shares?: number | null | undefined
  readonly raw: RawData
}): PostStats {
  assertObject(init, 'makePostStats', '{ id, raw }')
  return model({
    id: init.id,
    likes: init.likes ?? null,
    comments: init.comments ?? null,
    shares: init.shares ?? null,
    raw: init.raw,
  })
}
