import * as v from 'valibot'

import { carriedPostSchema } from './carrying/carried-post.js'

/** What a job that publishes needs. */
export const publishBody = v.object({
  post: carriedPostSchema,
  /** Tells this post from every other: the same key with another one is refused. */
  print: v.string(),
})

/** What a job that publishes a thread needs. */
export const publishThreadBody = v.object({ posts: v.array(carriedPostSchema), print: v.string() })

/** What tells any job that publishes from every other. */
export const printBody = v.object({ print: v.string() })

/** What a job needs that asks how a post is getting on. */
export const checkStateBody = v.object({ postId: v.string() })

/** What a job needs that handles a pushed update: its record. */
export const deliverBody = v.object({ update: v.record(v.string(), v.unknown()) })
