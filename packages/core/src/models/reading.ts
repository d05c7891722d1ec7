import type { RawData } from '../errors/index.js'
import type { LinkKind, Unavailable, Visibility } from './enumerations.js'
import { pictureUrl } from './picture-url.js'
import type { Poll } from './poll.js'
import { assertObject } from './values/assert-object.js'
import { model } from './values/hidden.js'
import type { PartialInit } from './values/left-out.js'

/** One page of a list of items. */
export interface Page<T> {
  readonly items: readonly T[]
  /** Cursor of the next page. Pass it as `after` to fetch that page. Null on the last page. */
  readonly next: string | null
}

/** Profile of the connected account, as `account.profile()` returns it. */
export interface AccountProfile {
  /** Display name of the account. */
  readonly name: string
  /** URL of the account's picture (`http` or `https`). Null if there is none. */
  readonly avatarUrl: string | null
}

/** A person, or another account, on a network. */
export interface Person {
  /** Id of the person at the network. */
  readonly id: string
  /** Handle such as `user@host` or `name.example`. Null if the network has no handles. */
  readonly handle: string | null
  readonly displayName: string | null
  readonly avatarUrl: string | null
  /** URL of the person's page. Null if unknown. */
  readonly url: string | null
  /** Unmodified response of the network. Omitted when the object is printed. */
  readonly raw: RawData
}

/** Creates a person. Missing fields become null, and so do URLs that are not `http(s)`. */
export function makePerson(init: PartialInit<Omit<Person, 'id'>> & Pick<Person, 'id'>): Person {
  assertObject(init, 'makePerson', '{ id }')
  return model({
    id: init.id,
    handle: init.handle ?? null,
    displayName: init.displayName ?? null,
    avatarUrl: pictureUrl(init.avatarUrl),
    url: pictureUrl(init.url),
    raw: init.raw ?? {},
  })
}

/** A link in a text. `text.slice(start, end)` is the linked part of the text. */
export interface TextLink {
  readonly start: number
  readonly end: number
  readonly kind: LinkKind
  /** URL of a link, id of a mentioned person, or name of a tag without `#`. */
  readonly target: string
  /** URL that opens the link. Null if unknown. */
  readonly url: string | null
}

/** File or link that is attached to a post or a message. */
export interface Attachment {
  /**
   * Kind of the attachment: `image`, `video`, `gifv`, `audio`, `link`, `unknown`, or the network's
   * own name.
   */
  readonly kind: string
  readonly url: string | null
  readonly previewUrl: string | null
  readonly altText: string | null
  /** In pixels. */
  readonly width: number | null
  /** In pixels. */
  readonly height: number | null
  /** Unmodified response of the network. Omitted when the object is printed. */
  readonly raw: RawData
}

/** Creates an attachment. Missing fields become null, and so do URLs that are not `http(s)`. */
export function makeAttachment(
  init: PartialInit<Omit<Attachment, 'kind'>> & Pick<Attachment, 'kind'>,
): Attachment {
  assertObject(init, 'makeAttachment', '{ kind }')
  return model({
    kind: init.kind,
    url: pictureUrl(init.url),
    previewUrl: pictureUrl(init.previewUrl),
    altText: init.altText ?? null,
    width: init.width ?? null,
    height: init.height ?? null,
    raw: init.raw ?? {},
  })
}

/** Post as it is read from the network. */
export interface PostDetails {
  readonly id: string
  /**
   * CID of the post's record on Bluesky, which is a hash of its content. Null on other networks.
   */
  readonly cid: string | null
  readonly url: string | null
  /** Author of the post. Null only if `unavailable` is set. */
  readonly author: Person | null
  /** Text of the post without markup. Empty if the post is unavailable. */
  readonly text: string
  /** Text of the post as HTML from the network. UNTRUSTED: sanitize it before you display it. */
  readonly html: string | null
  readonly links: readonly TextLink[]
  readonly attachments: readonly Attachment[]
  readonly createdAt: Date | null
  /** Audience of the post. Null if the network has no such setting. */
  readonly visibility: Visibility | null
  /** Id of the post that this post replies to. Null if the post is no reply. */
  readonly parentId: string | null
  /**
   * Id of the first post in the thread. If this post is the first one, its own id. Null if
   * unknown.
   */
  readonly rootId: string | null
  readonly replyCount: number | null
  readonly likeCount: number | null
  readonly repostCount: number | null
  readonly quoteCount: number | null
  /** True if the connected account likes the post. Null if unknown. */
  readonly likedByMe: boolean | null
  /** Id of the connected account's like. Pass this id to `unlike` to save a request. */
  readonly myLikeId: string | null
  /** True if the connected account has reposted the post. Null if unknown. */
  readonly repostedByMe: boolean | null
  /** Id of the connected account's repost. Pass this id to `undoRepost` to save a request. */
  readonly myRepostId: string | null
  /** Time of the last change. Null if the post was never changed, or if the time is unknown. */
  readonly editedAt: Date | null
  /** Poll in the post. Null if there is none. */
  readonly poll: Poll | null
  readonly isMine: boolean
  /** True if the post replies to another post. */
  readonly isReply: boolean
  /**
   * Reason why the post cannot be displayed. The other fields are then mostly empty. Null for a
   * normal post.
   */
  readonly unavailable: Unavailable | null
  /** Unmodified response of the network. Omitted when the object is printed. */
  readonly raw: RawData
}

/**
 * Creates a post that was read from a network. Missing fields become null or empty. A URL that is
 * not `http(s)` becomes null. A link to such a URL is removed from `links`, but its text stays in
 * `text`.
 */
export function makePostDetails(
  init: PartialInit<Omit<PostDetails, 'id' | 'isReply'>> & Pick<PostDetails, 'id'>,
): PostDetails {
  assertObject(init, 'makePostDetails', '{ id }')
  return model({
    id: init.id,
    cid: init.cid ?? null,
    url: pictureUrl(init.url),
    author: init.author ?? null,
    text: init.text ?? '',
    html: init.html ?? null,
    links: (init.links ?? []).flatMap(toSafeLink),
    attachments: init.attachments ?? [],
    createdAt: init.createdAt ?? null,
    visibility: init.visibility ?? null,
    parentId: init.parentId ?? null,
    rootId: init.rootId ?? null,
    replyCount: init.replyCount ?? null,
    likeCount: init.likeCount ?? null,
    repostCount: init.repostCount ?? null,
    quoteCount: init.quoteCount ?? null,
    likedByMe: init.likedByMe ?? null,
    myLikeId: init.myLikeId ?? null,
    repostedByMe: init.repostedByMe ?? null,
    myRepostId: init.myRepostId ?? null,
    editedAt: init.editedAt ?? null,
    poll: init.poll ?? null,
    isMine: init.isMine ?? false,
    isReply: (init.parentId ?? null) !== null,
    unavailable: init.unavailable ?? null,
    raw: init.raw ?? {},
  })
}

function toSafeLink(link: TextLink): readonly TextLink[] {
  const url = pictureUrl(link.url)
  if (link.kind !== 'LINK') return [url === link.url ? link : { ...link, url }]
  const target = pictureUrl(link.target)
  return target === null ? [] : [{ ...link, target, url }]
}

/**
 * A post with its replies, as a flat list with the oldest post first. Each post refers to its
 * parent in `parentId`.
 */
export interface Thread {
  readonly post: PostDetails
  readonly replies: readonly PostDetails[]
  /**
   * False if replies are missing: because of the requested depth or limit, because of a limit of
   * the network, or because replies are still arriving.
   */
  readonly complete: boolean
  /** Unmodified response of the network. Omitted when the object is printed. */
  readonly raw: RawData
}

/** Result of liking a post. */
export interface LikeResult {
  readonly postId: string
  /** Id of the like, for `unlike`. Null if likes have no id at this network. */
  readonly likeId: string | null
  /** Unmodified response of the network. Omitted when the object is printed. */
  readonly raw: RawData
}

/** Result of reposting a post. */
export interface RepostResult {
  /** Id of the reposted post. */
  readonly postId: string
  /** Id of the repost, for `undoRepost`. Null if reposts have no id at this network. */
  readonly repostId: string | null
  /** Unmodified response of the network. Omitted when the object is printed. */
  readonly raw: RawData
}

/** One like of a post. */
export interface Like {
  readonly person: Person
  /** Time of the like. Null if unknown. */
  readonly likedAt: Date | null
  /** Unmodified response of the network. Omitted when the object is printed. */
  readonly raw: RawData
}
