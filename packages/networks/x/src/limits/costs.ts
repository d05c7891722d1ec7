import type { Post, RequestCost } from '@social/core/platform'

import { findWebAddresses } from './web-addresses.js'

// What X bills the app's owner, in thousandths of a US dollar. Prices change without notice: they are for the spending
// guard and for `account.usage`, and stand in no message. Failures and empty answers cost nothing.
// https://docs.x.com/x-api/getting-started/pricing (read 2026-11-22)

const BUCKET = 'credits'

const fixed = (units: number): RequestCost => ({
  units,
  bucket: BUCKET,
  billed: ({ status }) => (status < 300 ? units : 0),
})

/** A new post. */
const POST_COST = fixed(15)
/** A new post with an address in its text. */
const POST_WITH_ADDRESS_COST = fixed(200)
/** A new post with this text. */
export const postCost = (text: string): RequestCost =>
  findWebAddresses(text).length > 0 ? POST_WITH_ADDRESS_COST : POST_COST
/** Alt text of a file. */
export const METADATA_COST = fixed(5)
/** An upload costs nothing. It requires room for the whole post: its alt texts and the post itself. */
export function roomFor({ text, media }: Pick<Post, 'text' | 'media'>): RequestCost {
  const described = media.filter(({ altText }) => altText).length
  const needs = postCost(text).units + described * METADATA_COST.units
  return { units: 0, needs, bucket: BUCKET }
}
/** Deleting a post, and taking a repost back. */
export const DELETE_COST = fixed(5)
/** A like, a repost, a private message. */
export const INTERACTION_COST = fixed(15)
/** Taking a like back. */
export const UNLIKE_COST = fixed(10)
/** Somebody's own profile. */
export const USER_COST = fixed(10)

/** Thousandths of a US dollar for each post that comes back. */
const POST_READ = 5
/** For each person. */
const USER_READ = 10
/** For each private message. */
const MESSAGE_READ = 10

/** How many entries of a list came back. */
function countOf(body: unknown): number {
  const data: unknown = typeof body === 'object' && body !== null && 'data' in body ? body.data : null
  if (Array.isArray(data)) return data.length
  return data === null || data === undefined ? 0 : 1
}

/** A list that is billed by entry: what it may cost at most is kept free, and what did not come is given back. */
const listed = (each: number, most: number): RequestCost => ({
  units: each * most,
  bucket: BUCKET,
  billed: ({ status, body }) => (status < 300 ? each * countOf(body) : 0),
})

/** So many posts at most. Whether the posts of expansions are billed is told nowhere; they are not counted. */
export const postsCost = (most: number): RequestCost => listed(POST_READ, most)
/** So many people at most. */
export const usersCost = (most: number): RequestCost => listed(USER_READ, most)
/** So many private messages at most. */
export const messagesCost = (most: number): RequestCost => listed(MESSAGE_READ, most)
/** A query for a lost post. It requires no more room than a post, so that a limit that allows posts allows the query. */
export const lostPostCost = (most: number): RequestCost => ({ ...postsCost(most), needs: POST_COST.units })
/** A query for a lost private message. It requires no more room than a message. */
export const lostMessageCost = (most: number): RequestCost => ({
  ...messagesCost(most),
  needs: INTERACTION_COST.units,
})
