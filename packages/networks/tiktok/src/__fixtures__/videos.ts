import { Media } from '@social/core'
import { sampleMp4Head } from '@social/emulator'

import { type SparseFile, sparseFile } from '@social-internal/testing/big-files'

/** A file that looks like a video and takes no room on the disk: a head, and then a hole. */
export interface SparseVideo extends SparseFile {
  readonly media: Media
}

/** Makes a file of so many bytes; it goes away with `await using`. */
export async function sparseVideo(bytes: number, name = 'clip.mp4'): Promise<SparseVideo> {
  const file = await sparseFile(bytes, { head: sampleMp4Head(), name })
  return { ...file, media: Media.fromFile(file.path) }
}
