import * as v from 'valibot'

import { carriedPostSchema } from './carrying/carried-post.js'

/** Schema of the body of a job that publishes a post. */
export const publishBody = v.object({
  post: carriedPostSchema,
  /** Hash of the post. A request with the same idempotency key but another hash is refused. */
  print: v.string(),
})

/** Schema of the body of a job that publishes a thread. */
export const publishThreadBody = v.object({ posts: v.array(carriedPostSchema), print: v.string() })

/**
 * Schema of the hash in the body of a publish job. A different hash shows that the same
 * idempotency key was used for different content.
 */
export const printBody = v.object({ print: v.string() })

/**
 * Schema of the body of a job that handles a pushed update. `update` is the record of the update.
 */
export const deliverBody = v.object({ update: v.record(v.string(), v.unknown()) })
