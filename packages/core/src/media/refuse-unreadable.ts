import type { Media } from '../models/index.js'
import { refuseEmpty } from './chunks.js'

/**
 * Refuses missing, unreadable and empty files before any request. URLs are skipped.
 *
 * @param media - The files of a post.
 * @throws InvalidPostError with the first such file and the required action.
 */
export async function refuseUnreadable(media: readonly Media[]): Promise<void> {
  for (const file of media) {
    if (file.url !== null) continue
    const reader = await file.open()
    await reader.close()
    refuseEmpty(file, reader.size)
  }
}
