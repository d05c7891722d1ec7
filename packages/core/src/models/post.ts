import type { RawData } from '../errors/index.js'
import type { PostState } from './enumerations.js'
import type { Media } from './media.js'
import { pictureUrl } from './picture-url.js'
import { assertObject } from './values/assert-object.js'
import { model } from './values/hidden.js'
import type { MomentInput } from './values/moment.js'

/** Content of a post to publish. `options` are settings specific to the network. */
export interface PostInput<Options = RawData> {
  /** Text of the post: the caption on some networks, the description on others. */
  readonly text?: string | undefined
  /** Pictures and videos, in order. */
  readonly media?: readonly Media[] | undefined
  /** Id of the post to reply to, on networks with `REPLY`. */
  readonly replyTo?: string | null | undefined
  /** Publishing time, on networks with `SCHEDULE`. */
  readonly publishAt?: MomentInput | null | undefined
  /** Settings specific to the network. */
  readonly options?: Options | undefined
}

/** A post after the checks that all networks share: no field is missing, and times are `Date` objects. */
export interface Post<Options = RawData> {
  /** Text of the post; empty if there is none. */
  readonly text: string
  /** Pictures and videos, in order. */
  readonly media: readonly Media[]
  /** Id of the post to reply to. */
  readonly replyTo: string | null
  /** Publishing time; null = now. */
  readonly publishAt: Date | null
  /** Settings specific to the network, parsed by its schema. */
  readonly options: Options
}

/** Fields of a post result. */
export interface PostResultInit {
  readonly id: string
  readonly url?: string | null | undefined
  readonly state?: PostState | undefined
  readonly raw?: RawData | undefined
  readonly cid?: string | null | undefined
  readonly idempotencyKey?: string | null | undefined
  readonly notice?: string | null | undefined
}

/** A post at the network, as returned by a publishing call. */
export interface PostResult {
  /** Id of the post at the network. */
  readonly id: string
  /** URL of the post for people; null if the post has no such URL, or not yet. */
  readonly url: string | null
  /** Publish state as reported by the network. */
  readonly state: PostState
  /** Unmodified response of the network. Hidden when printed. */
  readonly raw: RawData
  /** CID of the record on Bluesky (hash of its content); null on other networks. */
  readonly cid: string | null
  /** Idempotency key of the post; null for a result of `checkState`. */
  readonly idempotencyKey: string | null
  /** True if the post is published. */
  readonly isDone: boolean
  /**
   * Hint for the author of a published post, as a sentence (`Only the owner can see it.`); null if no hint applies.
   */
  readonly notice: string | null
}

/**
 * A class is used for performance, because defining a hidden property on each result costs more than creating the
 * result. `raw` is an accessor of the prototype, so printing and spreading omit it.
 */
class MadePostResult implements PostResult {
  readonly id: string
  readonly url: string | null
  readonly state: PostState
  readonly cid: string | null
  readonly idempotencyKey: string | null
  readonly isDone: boolean
  readonly notice: string | null
  readonly #raw: RawData

  constructor(init: PostResultInit) {
    this.id = init.id
    this.url = pictureUrl(init.url)
    this.state = init.state ?? 'DONE'
    this.cid = init.cid ?? null
    this.idempotencyKey = init.idempotencyKey ?? null
    this.isDone = this.state === 'DONE'
    this.notice = init.notice ?? null
    this.#raw = init.raw ?? {}
    Object.freeze(this)
  }

  get raw(): RawData {
    return this.#raw
  }
}

/** Creates a post result. Default state: `DONE`. A URL that is not `http(s)` becomes null. */
export function makePostResult(init: PostResultInit): PostResult {
  assertObject(init, 'makePostResult', '{ id }')
  return new MadePostResult(init)
}

/** Published posts of one thread. */
export interface ThreadResult {
  /**
   * The posts in order. Each post replies to the previous post. `raw` is empty for posts that an earlier call
   * published.
   */
  readonly parts: readonly PostResult[]
  /** Idempotency key of the thread. */
  readonly idempotencyKey: string
}

/** Statistics of one post. Null means that the server did not send the number. */
export interface PostStats {
  /** Id of the post. */
  readonly id: string
  readonly likes: number | null
  /** Number of replies and comments, as counted by the network. */
  readonly comments: number | null
  /** Number of reposts, shares or boosts. */
  readonly shares: number | null
  /** Unmodified response of the network. Hidden when printed. */
  readonly raw: RawData
}

/** Creates post statistics. Missing numbers are null. */
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
