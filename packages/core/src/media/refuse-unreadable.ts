import type { Media } from '../models/index.js'
import { refuseEmpty } from './chunks.js'

/**
 * Checks that the files of a post can be read, before any request is sent. URLs are not checked.
 *
 * @param media - Media of the post.
 * @throws InvalidPostError for the first missing, unreadable or empty file, with the required
 * action.
 */
export async function refuseUnreadable(media: readonly Media[]): Promise<void> {
  for (const file of media) {
    if (file.url !== null) continue
    const reader = await file.open()
    await reader.close()
    refuseEmpty(file, reader.size)
  }
}
