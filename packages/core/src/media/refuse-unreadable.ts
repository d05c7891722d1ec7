import { assertAllAsync } from '../checks/assert-all.js'
import type { Media } from '../models/index.js'
import { refuseEmpty } from './chunks.js'
import { atFile } from './refused-file.js'

/**
 * Checks that the files of a post can be read, before any request is sent. URLs are not checked.
 *
 * @param media - Media of the post.
 * @throws InvalidPostError with an issue for each missing, unreadable or empty file, and the required action.
 */
export async function refuseUnreadable(media: readonly Media[]): Promise<void> {
  await assertAllAsync(...media.map((file, index) => () => checkFile(file, index)))
}

async function checkFile(file: Media, index: number): Promise<void> {
  if (file.url !== null) return
  try {
    const reader = await file.open()
    await reader.close()
    refuseEmpty(file, reader.size)
  } catch (error) {
    throw atFile(error, index)
  }
}
