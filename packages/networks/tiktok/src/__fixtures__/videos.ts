import { Media } from '@social/core'
import { sampleMp4Head } from '@social/emulator'

import { type SparseFile, sparseFile } from '@social-internal/testing/big-files'

/** A sparse file with a video header, which uses almost no disk space. */
export interface SparseVideo extends SparseFile {
  readonly media: Media
}

/** Creates a sparse video file with the given number of bytes. `await using` deletes the file. */
export async function sparseVideo(bytes: number, name = 'clip.mp4'): Promise<SparseVideo> {
  const file = await sparseFile(bytes, { head: sampleMp4Head(), name })
  return { ...file, media: Media.fromFile(file.path) }
}
