import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { mkdtemp, open, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { Media } from '@social/core'
import { sampleMp4Head } from '@social/emulator'

/** A file that looks like a video and takes no room on the disk: a head, and then a hole. */
export interface SparseVideo extends AsyncDisposable {
  readonly path: string
  readonly media: Media
  /** Hexadecimal SHA-256 of the whole. */
  sum(): Promise<string>
}

/** Makes a file of so many bytes; it goes away with `await using`. */
export async function sparseVideo(bytes: number, name = 'clip.mp4'): Promise<SparseVideo> {
  const folder = await mkdtemp(join(tmpdir(), 'social-tiktok-'))
  const path = join(folder, name)
  const file = await open(path, 'w')
  await file.write(sampleMp4Head())
  await file.truncate(bytes)
  await file.close()
  return {
    path,
    media: Media.fromFile(path),
    async sum() {
      const hash = createHash('sha256')
      for await (const chunk of createReadStream(path)) hash.update(chunk as Uint8Array) // without an encoding it is bytes
      return hash.digest('hex')
    },
    [Symbol.asyncDispose]: () => rm(folder, { recursive: true, force: true }),
  }
}
