/** Collection of posts. */
export const POSTS = 'app.bsky.feed.post'
/** Collection of likes. */
export const LIKES = 'app.bsky.feed.like'

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

/** Takes an address apart; null when it is none. */
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
