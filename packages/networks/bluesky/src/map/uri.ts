/** Collection of posts. */
export const POSTS = 'app.bsky.feed.post'
/** Collection of likes. */
export const LIKES = 'app.bsky.feed.like'
/** Collection of rules who may answer a post. */
export const THREADGATES = 'app.bsky.feed.threadgate'
/** Collection of rules who may quote a post. */
export const POSTGATES = 'app.bsky.feed.postgate'
/** Collection of reposts. */
export const REPOSTS = 'app.bsky.feed.repost'

/** An address of a record, taken apart. https://atproto.com/specs/at-uri-scheme (read 2026-11-21) */
export interface RecordAddress {
  /** A DID, or a handle. */
  readonly authority: string
  readonly collection: string
  readonly key: string
}

const ADDRESS = /^at:\/\/([^/\s]+)\/([A-Za-z][A-Za-z0-9.-]*)\/([A-Za-z0-9._:~-]{1,512})$/
const PAGE = /^https:\/\/bsky\.app\/profile\/([^/\s]+)\/post\/([A-Za-z0-9._:~-]+)\/?$/
const KEY = /^[A-Za-z0-9._:~-]{1,512}$/

/** Bytes of an address at most. https://atproto.com/specs/lexicon#string-formats (read 2026-11-22) */
const MAX_ADDRESS_LENGTH = 8192
/** What servers take for an address: `https:///x` is none. The same pattern as in their own program,
 *  https://github.com/bluesky-social/atproto/blob/main/packages/syntax/src/uri.ts (read 2026-11-22) */
const WEB_ADDRESS = /^\w+:(?:\/\/)?[^\s/]\S*$/

/** True for an address that a record may hold. A server refuses the whole record for one that is none. */
export function isWebAddress(address: string): boolean {
  return (
    WEB_ADDRESS.test(address) && Buffer.byteLength(address) <= MAX_ADDRESS_LENGTH && URL.canParse(address)
  )
}

/** Parses an address; null when invalid. */
export function parseUri(uri: string): RecordAddress | null {
  const [, authority, collection, key] = ADDRESS.exec(uri) ?? []
  return authority && collection && key ? { authority, collection, key } : null
}

/** Puts an address together. */
export function toUri({ authority, collection, key }: RecordAddress): string {
  return `at://${authority}/${collection}/${key}`
}

/**
 * The post that an id means: a whole address, the address of its page at bsky.app, or the last part of an own post's.
 *
 * @param did - Whose own posts are meant.
 * @returns Null when it can be no id of a post.
 */
export function toPostUri(postId: string, did: string): string | null {
  const [, authority, page] = PAGE.exec(postId) ?? []
  if (authority && page) return toUri({ authority, collection: POSTS, key: page })
  if (parseUri(postId)) return postId
  return KEY.test(postId) ? toUri({ authority: did, collection: POSTS, key: postId }) : null
}

/** The page of a post. With a DID it survives renames. */
export function toPageUrl(authority: string, uri: string): string | null {
  const address = parseUri(uri)
  return address && `https://bsky.app/profile/${authority}/post/${address.key}`
}
