import type { Post } from '../records.js'
import type { XState } from '../state.js'

/** Finds the newest version of a post by the id of any version. Undefined for a deleted post. */
export function findVersion(state: XState, id: string): Post | undefined {
  const post = state.posts.get(id)
  const newest = post?.history.at(-1)
  return newest === undefined ? undefined : state.posts.get(newest)
}

/** Returns the newest versions of all posts, newest first, without posts that are too new for a list. */
export function listed(state: XState, delaySeconds: number): Post[] {
  const until = state.clock.now().getTime() - delaySeconds * 1000
  return [...state.posts.values()]
    .filter(({ id, history, createdAt }) => id === history.at(-1) && createdAt.getTime() <= until)
    .toReversed()
}
