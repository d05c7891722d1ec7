import type { PlatformBase } from '@social/core/platform'
import { type GraphFault, readGraphErrors } from '@social/meta-kit'

import { ROWS } from './rows.js'

export { APP_ADVICE, arePhotosPosted, UPLOAD_CODES, UPLOAD_SUBCODES } from './rows.js'

/** Edges of requests that publish. */
const PUBLISHING: ReadonlySet<string> = new Set([
  'feed',
  'photos',
  'videos',
  'video_reels',
  'photo_stories',
  'video_stories',
])
/** Edges that posts and comments have, but pages do not have. */
const OF_POSTS: ReadonlySet<string> = new Set(['comments', 'likes', 'video_insights'])
const VERSION = /^v\d{1,3}\.\d{1,3}$/

/** Splits the path `/v26.0/<id>/<edge>` of a request into the id and the edge. */
function nodeOf({ url }: GraphFault): { readonly node: string; readonly edge: string } {
  const parts = url.pathname.split('/')
  const [node = '', edge = ''] = parts.slice(parts.findIndex((part) => VERSION.test(part)) + 1)
  return { node, edge }
}

/**
 * Returns true for a request that names a post or a comment, not a page. Only pages have the fields for
 * the name and the token.
 */
function namesPost(fault: GraphFault): boolean {
  const { node, edge } = nodeOf(fault)
  if (node === 'me') return false
  // Only the id of a post has an underscore. Pages have the same edge.
  if (edge === 'insights') return node.includes('_')
  if (edge !== '') return OF_POSTS.has(edge)
  const fields = fault.url.searchParams.get('fields') ?? ''
  return !fields.split(',').some((field) => field === 'name' || field === 'access_token')
}

/** Converts a refusal of Facebook to an error of the library. Returns null when only the HTTP status decides. */
export const readError: PlatformBase['readError'] = readGraphErrors({
  platform: 'facebook',
  rows: ROWS,
  publishingEdges: PUBLISHING,
  namesPost,
})
