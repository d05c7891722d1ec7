import {
  type Attachment,
  type Like,
  type LikeResult,
  makePerson,
  makePostDetails,
  model,
  type Page,
  type Person,
  type PostDetails,
  PostGoneError,
  type RepostResult,
  type Thread,
  type Visibility,
} from '@social/core/platform'

import type { Maker } from './maker.js'
import { pageOf } from './paging.js'

/** Fields of a post that a test adds. */
export interface FakePostInit {
  readonly text?: string | undefined
  readonly postId?: string | undefined
  /** Author of the post. Default: a generated person. */
  readonly author?: Person | undefined
  /** True if the connected account is the author. */
  readonly isMine?: boolean | undefined
  readonly visibility?: Visibility | undefined
  readonly createdAt?: Date | undefined
  readonly attachments?: readonly Attachment[] | undefined
}

interface KeptLike {
  readonly likeId: string
  readonly person: Person
  readonly likedAt: Date
}

interface SavedPost extends Omit<FakePostInit, 'text'> {
  readonly id: string
  text: string | undefined
  editedAt: Date | null
  /** Ids of reposts, by the id of the person who reposted. */
  readonly reposts: Map<string, string>
  readonly author: Person
  readonly parentId: string | null
  readonly createdAt: Date
  readonly likes: KeptLike[]
  /** True if the application created the post and may delete it. */
  readonly isOurs: boolean
  isDeleted: boolean
}

/**
 * Stores the posts of a fake network and their likes. Counts of likes and replies are computed on
 * each read.
 */
export class FakePosts {
  readonly #name: string
  readonly #maker: Maker
  readonly #posts = new Map<string, SavedPost>()

  constructor(name: string, maker: Maker) {
    this.#name = name
    this.#maker = maker
  }

  /** Returns the URL of a post. */
  urlOf(postId: string): string {
    return `https://${this.#name}.example/p/${postId}`
  }

  /** Adds a post, or a reply if `parentId` is set. */
  add(init: FakePostInit, parentId: string | null): PostDetails {
    if (parentId !== null) this.#need(parentId)
    return this.keep({ ...init, parentId, isOurs: false })
  }

  /** Adds a post without checking that its parent exists. */
  keep(init: FakePostInit & Pick<SavedPost, 'parentId' | 'isOurs'>): PostDetails {
    const id = init.postId ?? this.#maker.id('post')
    const author = init.author ?? makePerson({ id: this.#maker.id('person') })
    const createdAt = init.createdAt ?? this.#maker.moment()
    const post: SavedPost = {
      ...init,
      id,
      author,
      createdAt,
      text: init.text,
      editedAt: null,
      likes: [],
      reposts: new Map(),
      isDeleted: false,
    }
    this.#posts.set(id, post)
    return this.#details(post, null)
  }

  /** Marks a post as deleted. Returns false if the application has no such post. */
  delete(postId: string): boolean {
    const post = this.#posts.get(postId)
    if (post === undefined || post.isDeleted || !post.isOurs) return false
    post.isDeleted = true
    return true
  }

  /** Marks the post of any author as deleted. Does nothing if the post does not exist. */
  remove(postId: string): void {
    const post = this.#posts.get(postId)
    if (post !== undefined) post.isDeleted = true
  }

  /**
   * Reads a post as a person.
   *
   * @throws PostGoneError if the post was deleted or never existed.
   */
  read(postId: string, viewerId: string): PostDetails {
    return this.#details(this.#need(postId), viewerId)
  }

  /** Reads a post and its replies, in the order of their creation. */
  thread(
    postId: string,
    options: { readonly depth: number | null; readonly limit: number | null },
    viewerId: string,
  ): Thread {
    const { depth, limit } = options
    const post = this.read(postId, viewerId)
    const depths = new Map([[postId, 0]])
    for (const { id, parentId } of this.#posts.values()) {
      const above = parentId === null ? undefined : depths.get(parentId)
      if (above !== undefined) depths.set(id, above + 1)
    }
    depths.delete(postId)
    const replies = [...depths]
      .filter(([, level]) => depth === null || level <= depth)
      .slice(0, limit ?? undefined)
      .flatMap(([id]) => {
        const reply = this.#posts.get(id)
        return reply ? [this.#details(reply, viewerId)] : []
      })
    return model({ post, replies, complete: replies.length === depths.size, raw: {} })
  }

  /** Likes a post as a person. A repeated like returns the existing like. */
  like(postId: string, person: Person, likedAt?: Date): LikeResult {
    const { likes } = this.#need(postId)
    let like = likes.find((one) => one.person.id === person.id)
    if (like === undefined) {
      like = { likeId: this.#maker.id('like'), person, likedAt: likedAt ?? this.#maker.moment() }
      likes.push(like)
    }
    return model({ postId, likeId: like.likeId, raw: {} })
  }

  /**
   * Removes the like with the given id, or without an id the viewer's own like. Does nothing if
   * the like does not exist.
   */
  unlike(postId: string, likeId: string | null, viewerId: string): void {
    const likes = this.#posts.get(postId)?.likes ?? []
    const index = likes.findIndex((one) =>
      likeId === null ? one.person.id === viewerId : one.likeId === likeId,
    )
    if (index >= 0) likes.splice(index, 1)
  }

  /**
   * Edits the text of a post. Null keeps the text.
   *
   * @throws PostGoneError if the application did not create the post.
   */
  edit(postId: string, text: string | null, editedAt: Date): void {
    const post = this.#need(postId)
    if (!post.isOurs) throw this.#gone(postId)
    if (text !== null) post.text = text
    post.editedAt = editedAt
  }

  /** Reposts a post as a person. A repeated repost returns the existing repost. */
  repost(postId: string, personId: string): RepostResult {
    const { reposts } = this.#need(postId)
    const repostId = reposts.get(personId) ?? this.#maker.id('repost')
    reposts.set(personId, repostId)
    return model({ postId, repostId, raw: {} })
  }

  /** Removes a repost. Does nothing if the repost does not exist. */
  undoRepost(postId: string, personId: string): void {
    this.#posts.get(postId)?.reposts.delete(personId)
  }

  /** Returns a page of likes of a post, in the order of their creation. */
  likes(
    postId: string,
    options: { readonly after: string | null; readonly limit: number | null },
    pageSize: number,
  ): Page<Like> {
    const likes = this.#need(postId).likes.map(({ person, likedAt }) => model({ person, likedAt, raw: {} }))
    return pageOf(likes, options, pageSize)
  }

  #need(postId: string): SavedPost {
    const post = this.#posts.get(postId)
    if (post && !post.isDeleted) return post
    throw this.#gone(postId)
  }

  #gone(postId: string): PostGoneError {
    return new PostGoneError(`${this.#name} has no post ${postId}: it was deleted, or never existed.`, {
      platform: this.#name,
    })
  }

  #rootOf(post: SavedPost): string {
    const above = post.parentId === null ? undefined : this.#posts.get(post.parentId)
    return above ? this.#rootOf(above) : (post.parentId ?? post.id)
  }

  #details(post: SavedPost, viewerId: string | null): PostDetails {
    const { id, parentId } = post
    const place = { id, parentId, rootId: this.#rootOf(post) }
    if (post.isDeleted) return makePostDetails({ ...place, unavailable: 'DELETED' })
    const myLike = post.likes.find((like) => like.person.id === viewerId)
    const replies = [...this.#posts.values()].filter((one) => one.parentId === id && !one.isDeleted)
    return makePostDetails({
      ...place,
      url: this.urlOf(id),
      author: post.author,
      text: post.text ?? '',
      attachments: post.attachments ?? [],
      createdAt: post.createdAt,
      visibility: post.visibility ?? 'PUBLIC',
      replyCount: replies.length,
      likeCount: post.likes.length,
      repostCount: post.reposts.size,
      quoteCount: 0,
      likedByMe: myLike !== undefined,
      myLikeId: myLike?.likeId ?? null,
      repostedByMe: viewerId !== null && post.reposts.has(viewerId),
      myRepostId: post.reposts.get(viewerId ?? '') ?? null,
      editedAt: post.editedAt,
      isMine: post.isMine === true || post.author.id === viewerId,
    })
  }
}
