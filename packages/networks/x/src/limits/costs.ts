import type { Post, RequestCost } from '@social/core/platform'

import { findWebAddresses } from './web-addresses.js'

// Prices that X charges the owner of the app, in thousandths of a US dollar. X changes prices
// without notice. The prices are used only for the spending guard and `account.usage`. They appear
// in no message. Failures and empty responses are free.
// https://docs.x.com/x-api/getting-started/pricing (read 2026-11-22)

const BUCKET = 'credits'

const fixed = (units: number): RequestCost => ({
  units,
  bucket: BUCKET,
  billed: ({ status }) => (status < 300 ? units : 0),
})

/** Cost of a new post without a URL in its text. */
const POST_COST = fixed(15)
/** Cost of a new post with a URL in its text. */
const POST_WITH_ADDRESS_COST = fixed(200)
/** Returns the cost of a new post with this text. */
export const postCost = (text: string): RequestCost =>
  findWebAddresses(text).length > 0 ? POST_WITH_ADDRESS_COST : POST_COST
/** Cost of adding an alt text to a file. */
export const METADATA_COST = fixed(5)
/**
 * Returns the cost of an upload, which is zero. `needs` is the budget that the later requests
 * require: the alt texts and the post.
 */
export function roomFor({ text, media }: Pick<Post, 'text' | 'media'>): RequestCost {
  const described = media.filter(({ altText }) => altText).length
  const needs = postCost(text).units + described * METADATA_COST.units
  return { units: 0, needs, bucket: BUCKET }
}
/** Cost of deleting a post or a repost. */
export const DELETE_COST = fixed(5)
/** Cost of a like, a repost or a private message. */
export const INTERACTION_COST = fixed(15)
/** Cost of removing a like. */
export const UNLIKE_COST = fixed(10)
/** Cost of reading the own profile. */
export const USER_COST = fixed(10)

/** Price of one returned post, in thousandths of a US dollar. */
const POST_READ = 5
/** Price of one returned person, in thousandths of a US dollar. */
const USER_READ = 10
/** Price of one returned private message, in thousandths of a US dollar. */
const MESSAGE_READ = 10

/** Counts the entries of the list in a response. */
function countOf(body: unknown): number {
  const data: unknown = typeof body === 'object' && body !== null && 'data' in body ? body.data : null
  if (Array.isArray(data)) return data.length
  return data === null || data === undefined ? 0 : 1
}

/**
 * Returns the cost of a list that X bills for each entry. The spending guard reserves the maximum
 * cost and frees the unused part after the response.
 */
const listed = (each: number, max: number): RequestCost => ({
  units: each * max,
  bucket: BUCKET,
  billed: ({ status, body }) => (status < 300 ? each * countOf(body) : 0),
})

/**
 * Returns the cost of a page with at most `max` posts. Posts in expansions are not counted,
 * because X does not document whether X bills them.
 */
export const postsCost = (max: number): RequestCost => listed(POST_READ, max)
/** Returns the cost of a page with at most `max` people. */
export const usersCost = (max: number): RequestCost => listed(USER_READ, max)
/** Returns the cost of a page with at most `max` private messages. */
export const messagesCost = (max: number): RequestCost => listed(MESSAGE_READ, max)
/**
 * Returns the cost of a query for a post whose response was lost. The query reserves at most the
 * cost of a post, so a spending limit that allows a post also allows the query.
 */
export const lostPostCost = (max: number): RequestCost => ({ ...postsCost(max), needs: POST_COST.units })
/**
 * Returns the cost of a query for a private message whose response was lost. The query reserves at
 * most the cost of a message.
 */
export const lostMessageCost = (max: number): RequestCost => ({
  ...messagesCost(max),
  needs: INTERACTION_COST.units,
})
