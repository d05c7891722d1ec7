import { NotFoundError } from '@social/core/platform'

/**
 * Returns the request path of a post.
 *
 * @throws NotFoundError for an invalid id, before any request.
 */
export function postPath(postId: string): string {
  if (/^\d{1,19}$/.test(postId)) return `/tweets/${postId}`
  throw new NotFoundError('An x post id has 1 to 19 digits. Pass the id of a post result or of an update.', {
    platform: 'x',
  })
}
