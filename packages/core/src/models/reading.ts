import type { RawData } from '../errors/index.js'
import type { LinkKind, Unavailable, Visibility } from './enumerations.js'
import { pictureUrl } from './picture-url.js'
import type { Poll } from './poll.js'
import { assertObject } from './values/assert-object.js'
import { model } from './values/hidden.js'
import type { PartialInit } from './values/left-out.js'

/** One page of a list that goes on. */
export interface Page<T> {
  readonly items: readonly T[]
  /** Opaque cursor of the next page, to be passed as `after`; null at the end. */
  readonly next: string | null
}

/** What `account.profile()` tells. */
export interface AccountProfile {
  /** What people call the account. */
  readonly name: string
  /** `http(s)` address of the picture; null where there is none. */
  readonly avatarUrl: string | null
}

/** Someone on a network. */
export interface Person {
  /** The network's own id of the person. */
  readonly id: string
  /** `user@host`, `name.example`; null where the network has none. */
  readonly handle: string | null
  readonly displayName: string | null
  readonly avatarUrl: string | null
  /** Address of the person's page. */
  readonly url: string | null
  /** The network's untouched reply. Hidden when printed. */
  readonly raw: RawData
}

/** Makes a person; what is left out is null, and so is an address that is not `http(s)`. */
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

/** A marked part of a text. Offsets are UTF-16 indices: `text.slice(start, end)` gives the words. */
export interface TextLink {
  readonly start: number
  readonly end: number
  readonly kind: LinkKind
  /** A link: its address; a mention: the person's id; a tag: its name without `#`. */
  readonly target: string
  /** An address that can be clicked, where known. */
  readonly url: string | null
}

/** Something attached to a post or a message. */
export interface Attachment {
  /** `image`, `video`, `gifv`, `audio`, `link`, `unknown`, or the network's own word. */
  readonly kind: string
  readonly url: string | null
  readonly previewUrl: string | null
  readonly altText: string | null
  /** Pixels. */
  readonly width: number | null
  /** Pixels. */
  readonly height: number | null
  /** The network's untouched reply. Hidden when printed. */
  readonly raw: RawData
}

/** Makes an attachment; what is left out is null, and so is an address that is not `http(s)`. */
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

/** A post as the network tells it. */
export interface PostDetails {
  readonly id: string
  /** CID of the record on Bluesky, the hash of its content; null elsewhere. */
  readonly cid: string | null
  readonly url: string | null
  /** Who wrote it; null only when `unavailable` is set. */
  readonly author: Person | null
  /** Plain text; '' when unavailable. */
  readonly text: string
  /** The network's own HTML. UNTRUSTED: clean it before showing it. */
  readonly html: string | null
  readonly links: readonly TextLink[]
  readonly attachments: readonly Attachment[]
  readonly createdAt: Date | null
  /** Null where the network has no such idea. */
  readonly visibility: Visibility | null
  /** The post it answers; null for a top-level post. */
  readonly parentId: string | null
  /** The first post of the thread; its own id for a top-level post; null when not known. */
  readonly rootId: string | null
  readonly replyCount: number | null
  readonly likeCount: number | null
  readonly repostCount: number | null
  readonly quoteCount: number | null
  /** Null when unknown. */
  readonly likedByMe: boolean | null
  /** Pass it to `unlike` to save a look-up. */
  readonly myLikeId: string | null
  /** Null when unknown. */
  readonly repostedByMe: boolean | null
  /** Pass it to `undoRepost` to save a look-up. */
  readonly myRepostId: string | null
  /** When it was changed last; null when it never was, or the network does not say. */
  readonly editedAt: Date | null
  /** Null where the post has none. */
  readonly poll: Poll | null
  readonly isMine: boolean
  /** True when it answers another post. */
  readonly isReply: boolean
  /** Set when the post cannot be shown; it then stands in the thread as a placeholder. */
  readonly unavailable: Unavailable | null
  /** The network's untouched reply. Hidden when printed. */
  readonly raw: RawData
}

/**
 * Makes post details; what is left out is null, '' or empty. An address that is not `http(s)` is null, and a link to one is
 * left out: its words stay in the text.
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

/** A post and what was answered to it: a flat list, oldest first; the tree is built with `parentId`. */
export interface Thread {
  readonly post: PostDetails
  readonly replies: readonly PostDetails[]
  /** False when depth, limit or a cap of the network cut it short, or replies are still arriving. */
  readonly complete: boolean
  /** The network's untouched reply. Hidden when printed. */
  readonly raw: RawData
}

/** What liking a post gave. */
export interface LikeResult {
  readonly postId: string
  /** Pass it to `unlike`; null where likes have no id. */
  readonly likeId: string | null
  /** The network's untouched reply. Hidden when printed. */
  readonly raw: RawData
}

/** What passing a post on gave. */
export interface RepostResult {
  /** The post that was passed on. */
  readonly postId: string
  /** Pass it to `undoRepost`; null where reposts have no id of their own. */
  readonly repostId: string | null
  /** The network's untouched reply. Hidden when printed. */
  readonly raw: RawData
}

/** One person's like. */
export interface Like {
  readonly person: Person
  /** Null where the network does not say. */
  readonly likedAt: Date | null
  /** The network's untouched reply. Hidden when printed. */
  readonly raw: RawData
}
