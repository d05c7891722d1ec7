/** Collection of post records. */
export const POSTS = 'app.bsky.feed.post'
/** Collection of like records. */
export const LIKES = 'app.bsky.feed.like'
/** Collection of threadgates: records that limit replies to a post. */
export const THREADGATES = 'app.bsky.feed.threadgate'
/** Collection of postgates: records that limit quotes of a post. */
export const POSTGATES = 'app.bsky.feed.postgate'
/** Collection of repost records. */
export const REPOSTS = 'app.bsky.feed.repost'

/** Parts of a record's AT URI. https://atproto.com/specs/at-uri-scheme (read 2026-11-21) */
export interface RecordAddress {
  /** The DID or handle of the account that owns the record. */
  readonly authority: string
  readonly collection: string
  readonly key: string
}

const ADDRESS = /^at:\/\/([^/\s]+)\/([A-Za-z][A-Za-z0-9.-]*)\/([A-Za-z0-9._:~-]{1,512})$/
const PAGE = /^https:\/\/bsky\.app\/profile\/([^/\s]+)\/post\/([A-Za-z0-9._:~-]+)\/?$/
const KEY = /^[A-Za-z0-9._:~-]{1,512}$/

/** Maximum bytes of a URI in a record. https://atproto.com/specs/lexicon#string-formats (read 2026-11-22) */
const MAX_ADDRESS_LENGTH = 8192
/**
 * Matches URIs that servers accept in a record. For example, `https:///x` is invalid. The pattern
 * is copied from the servers' source:
 * https://github.com/bluesky-social/atproto/blob/main/packages/syntax/src/uri.ts (read 2026-11-22)
 */
const WEB_ADDRESS = /^\w+:(?:\/\/)?[^\s/]\S*$/

/**
 * Returns true for a URI that is valid in a record. A server refuses a record that contains an
 * invalid URI.
 */
export function isWebAddress(address: string): boolean {
  return (
    WEB_ADDRESS.test(address) && Buffer.byteLength(address) <= MAX_ADDRESS_LENGTH && URL.canParse(address)
  )
}

/** Parses an AT URI. Returns null when it is invalid. */
export function parseUri(uri: string): RecordAddress | null {
  const [, authority, collection, key] = ADDRESS.exec(uri) ?? []
  return authority && collection && key ? { authority, collection, key } : null
}

/** Creates an AT URI from its parts. */
export function toUri({ authority, collection, key }: RecordAddress): string {
  return `at://${authority}/${collection}/${key}`
}

/**
 * Returns the AT URI of a post. Accepts an AT URI, the URL of the post's page at bsky.app, or the
 * record key of an own post.
 *
 * @param did - Account of a post given by its record key.
 * @returns Null for an invalid id.
 */
export function toPostUri(postId: string, did: string): string | null {
  const [, authority, page] = PAGE.exec(postId) ?? []
  if (authority && page) return toUri({ authority, collection: POSTS, key: page })
  if (parseUri(postId)) return postId
  return KEY.test(postId) ? toUri({ authority: did, collection: POSTS, key: postId }) : null
}

/** Returns the URL of a post's page. A URL with a DID stays valid when the handle changes. */
export function toPageUrl(authority: string, uri: string): string | null {
  const address = parseUri(uri)
  return address && `https://bsky.app/profile/${authority}/post/${address.key}`
}
