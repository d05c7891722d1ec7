import type { RawData } from '../errors/index.js'
import type { LinkKind, Unavailable, Visibility } from './enumerations.js'
import { pictureUrl } from './picture-url.js'
import type { Poll } from './poll.js'
import { assertObject } from './values/assert-object.js'
import { model } from './values/hidden.js'
import type { PartialInit } from './values/left-out.js'

/** One page of a list. */
export interface Page<T> {
  readonly items: readonly T[]
  /** Opaque cursor of the next page, to pass as `after`; null on the last page. */
  readonly next: string | null
}

/** Result of `account.profile()`. */
export interface AccountProfile {
  /** Display name of the account. */
  readonly name: string
  /** `http(s)` URL of the picture; null if the account has no picture. */
  readonly avatarUrl: string | null
}

/** A person or account on a network. */
export interface Person {
  /** Id of the person at the network. */
  readonly id: string
  /** `user@host` or `name.example`; null if the network has no handles. */
  readonly handle: string | null
  readonly displayName: string | null
  readonly avatarUrl: string | null
  /** URL of the person's page. */
  readonly url: string | null
  /** Unmodified response of the network. Hidden when printed. */
  readonly raw: RawData
}

/** Creates a person. Missing fields and URLs that are not `http(s)` become null. */
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

/** A link in a text. Offsets are UTF-16 indices: `text.slice(start, end)` is the linked text. */
export interface TextLink {
  readonly start: number
  readonly end: number
  readonly kind: LinkKind
  /** URL of a link, id of a mentioned person, or name of a tag without `#`. */
  readonly target: string
  /** URL to open; null if unknown. */
  readonly url: string | null
}

/** Attachment of a post or a message. */
export interface Attachment {
  /** `image`, `video`, `gifv`, `audio`, `link`, `unknown`, or the type as named by the network. */
  readonly kind: string
  readonly url: string | null
  readonly previewUrl: string | null
  readonly altText: string | null
  /** In pixels. */
  readonly width: number | null
  /** In pixels. */
  readonly height: number | null
  /** Unmodified response of the network. Hidden when printed. */
  readonly raw: RawData
}

/** Creates an attachment. Missing fields and URLs that are not `http(s)` become null. */
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

/** A post as returned by the network. */
export interface PostDetails {
  readonly id: string
  /** CID of the record on Bluesky (hash of its content); null on other networks. */
  readonly cid: string | null
  readonly url: string | null
  /** Author of the post; null only if `unavailable` is set. */
  readonly author: Person | null
  /** Plain text; empty if the post is unavailable. */
  readonly text: string
  /** HTML of the network. UNTRUSTED: sanitize it before displaying it. */
  readonly html: string | null
  readonly links: readonly TextLink[]
  readonly attachments: readonly Attachment[]
  readonly createdAt: Date | null
  /** Null if the network has no visibility setting. */
  readonly visibility: Visibility | null
  /** Id of the post that this post replies to; null for a top-level post. */
  readonly parentId: string | null
  /** Id of the first post of the thread: its own id for a top-level post; null if unknown. */
  readonly rootId: string | null
  readonly replyCount: number | null
  readonly likeCount: number | null
  readonly repostCount: number | null
  readonly quoteCount: number | null
  /** Null if unknown. */
  readonly likedByMe: boolean | null
  /** Id of the like of the connected account. Pass it to `unlike` to save a request. */
  readonly myLikeId: string | null
  /** Null if unknown. */
  readonly repostedByMe: boolean | null
  /** Id of the repost of the connected account. Pass it to `undoRepost` to save a request. */
  readonly myRepostId: string | null
  /** Time of the last change; null if the post was not changed or the time is unknown. */
  readonly editedAt: Date | null
  /** Null if the post has no poll. */
  readonly poll: Poll | null
  readonly isMine: boolean
  /** True if the post is a reply. */
  readonly isReply: boolean
  /** Set if the post cannot be displayed. The post is then a placeholder in the thread. */
  readonly unavailable: Unavailable | null
  /** Unmodified response of the network. Hidden when printed. */
  readonly raw: RawData
}

/**
 * Creates post details. Missing fields are null or empty. A URL that is not `http(s)` becomes null. A link to such a
 * URL is removed from `links`; its text stays in `text`.
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

/** A post and its replies: a flat list, oldest first. Build the tree with `parentId`. */
export interface Thread {
  readonly post: PostDetails
  readonly replies: readonly PostDetails[]
  /** False if depth, limit or a cap of the network cut the list, or if replies are still arriving. */
  readonly complete: boolean
  /** Unmodified response of the network. Hidden when printed. */
  readonly raw: RawData
}

/** Result of liking a post. */
export interface LikeResult {
  readonly postId: string
  /** Id to pass to `unlike`; null if likes have no id. */
  readonly likeId: string | null
  /** Unmodified response of the network. Hidden when printed. */
  readonly raw: RawData
}

/** Result of a repost. */
export interface RepostResult {
  /** Id of the reposted post. */
  readonly postId: string
  /** Id to pass to `undoRepost`; null if reposts have no id. */
  readonly repostId: string | null
  /** Unmodified response of the network. Hidden when printed. */
  readonly raw: RawData
}

/** Like of one person. */
export interface Like {
  readonly person: Person
  /** Null if unknown. */
  readonly likedAt: Date | null
  /** Unmodified response of the network. Hidden when printed. */
  readonly raw: RawData
}
