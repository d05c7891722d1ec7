import type { Media } from '../models/index.js'
import { refuseEmpty } from './chunks.js'

/**
 * Refuses files that could not be uploaded, before any request: missing, unreadable or empty. Addresses are passed over.
 *
 * @param media - The files of a post.
 * @throws InvalidPostError naming the first such file and what to do.
 */
export async function refuseUnreadable(media: readonly Media[]): Promise<void> {
  for (const file of media) {
    if (file.url !== null) continue
    const reader = await file.open()
    await reader.close()
    refuseEmpty(file, reader.size)
  }
}
