import * as v from 'valibot'

import { carriedPostSchema } from './carrying/carried-post.js'

/** Body of a job that publishes a post. */
export const publishBody = v.object({
  post: carriedPostSchema,
  /** Hash of the post. The same key with another post is refused. */
  print: v.string(),
})

/** Body of a job that publishes a thread. */
export const publishThreadBody = v.object({ posts: v.array(carriedPostSchema), print: v.string() })

/**
 * Part of the body of every job that publishes: a hash that detects different content under the same idempotency
 * key.
 */
export const printBody = v.object({ print: v.string() })

/** Body of a job that polls the state of a post. */
export const checkStateBody = v.object({ postId: v.string() })

/** Body of a job that handles a pushed update: the record of the update. */
export const deliverBody = v.object({ update: v.record(v.string(), v.unknown()) })
