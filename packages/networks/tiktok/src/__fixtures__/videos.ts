import { Media } from '@social/core'
import { sampleMp4Head } from '@social/emulator'

import { type SparseFile, sparseFile } from '@social-internal/testing/big-files'

/** A sparse file with the header of a video. It uses almost no disk space. */
export interface SparseVideo extends SparseFile {
  readonly media: Media
}

/** Creates a file of the given number of bytes. `await using` deletes it. */
export async function sparseVideo(bytes: number, name = 'clip.mp4'): Promise<SparseVideo> {
  const file = await sparseFile(bytes, { head: sampleMp4Head(), name })
  return { ...file, media: Media.fromFile(file.path) }
}
