import type { Post } from '@social/core/platform'

import type { ReadOptions } from '../options.js'

/**
 * A video as the upload announces it. https://developers.google.com/youtube/data/reference/rest/v3/videos (read 2026-11-21)
 *
 * `privacyStatus` is always in it: without it YouTube publishes at once.
 */
export function toVideoResource({ text, publishAt, options }: Omit<Post<ReadOptions>, 'replyTo' | 'media'>) {
  const { title, tags, categoryId, privacyStatus, madeForKids } = options
  return {
    snippet: {
      title,
      description: text,
      ...(tags && { tags: [...tags] }),
      ...(categoryId !== undefined && { categoryId }),
    },
    status: {
      privacyStatus,
      selfDeclaredMadeForKids: madeForKids,
      ...(publishAt && { publishAt: publishAt.toISOString() }),
    },
  }
}
