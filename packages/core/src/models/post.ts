import type { RawData } from '../errors/index.js'
import type { PostState } from './enumerations.js'
import type { Media } from './media.js'
import { pictureUrl } from './picture-url.js'
import { assertObject } from './values/assert-object.js'
import { model } from './values/hidden.js'
import type { MomentInput } from './values/moment.js'

/** What an application asks to publish. `options` are the network's own settings. */
export interface PostInput<Options = RawData> {
  /** The words: a caption on some networks, a description on others. */
  readonly text?: string | undefined
  /** Pictures and videos, in order. */
  readonly media?: readonly Media[] | undefined
  /** The id of the post this one answers, where the network has `REPLY`. */
  readonly replyTo?: string | null | undefined
  /** When it should come out, where the network has `SCHEDULE`. */
  readonly publishAt?: MomentInput | null | undefined
  /** The network's own settings. */
  readonly options?: Options | undefined
}

/** A post after the checks that every network shares: nothing is missing, every moment is an instant. */
export interface Post<Options = RawData> {
  /** The words; '' when there are none. */
  readonly text: string
  /** Pictures and videos, in order. */
  readonly media: readonly Media[]
  /** The id of the post this one answers. */
  readonly replyTo: string | null
  /** When it should come out; null for now. */
  readonly publishAt: Date | null
  /** The network's own settings, as its schema read them. */
  readonly options: Options
}

/** What a post result is made from. */
export interface PostResultInit {
  readonly id: string
  readonly url?: string | null | undefined
  readonly state?: PostState | undefined
  readonly raw?: RawData | undefined
  readonly cid?: string | null | undefined
  readonly idempotencyKey?: string | null | undefined
  readonly notice?: string | null | undefined
}

/** What the network made of a post. */
export interface PostResult {
  /** The post's id at the network. */
  readonly id: string
  /** Where people can look at it; null where the network has no address for it (yet). */
  readonly url: string | null
  /** How it is getting on. */
  readonly state: PostState
  /** The network's untouched reply. Hidden when printed. */
  readonly raw: RawData
  /** CID of the record on Bluesky, the hash of its content; null elsewhere. */
  readonly cid: string | null
  /** The key it was published under; null for a result of `checkState`. */
  readonly idempotencyKey: string | null
  /** True when it is out. */
  readonly isDone: boolean
  /** What its writer should be told of a post that worked, as a sentence: that only the owner sees it. Null for nothing. */
  readonly notice: string | null
}

/**
 * A class only for the sake of speed: defining a hidden property on each result costs more than making it. `raw` is an
 * accessor of the prototype, so nothing prints or spreads it.
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

/** Makes a post result; `state` is `DONE` unless given. An address that is not `http(s)` is null. */
export function makePostResult(init: PostResultInit): PostResult {
  assertObject(init, 'makePostResult', '{ id }')
  return new MadePostResult(init)
}

/** What the network made of several posts that are one thread. */
export interface ThreadResult {
  /** The posts, in order: each answers the one before it. `raw` is empty for those that an earlier call published. */
  readonly parts: readonly PostResult[]
  /** The key the thread was published under. */
  readonly idempotencyKey: string
}

/** The numbers of one post. A number the server did not send is null, which is not 0. */
export interface PostStats {
  /** The post the numbers are about. */
  readonly id: string
  readonly likes: number | null
  /** Replies and comments, as the network counts them. */
  readonly comments: number | null
  /** Reposts, shares or boosts. */
  readonly shares: number | null
  /** The network's untouched reply. Hidden when printed. */
  readonly raw: RawData
}

/** Makes post stats; what is left out is null. */
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
