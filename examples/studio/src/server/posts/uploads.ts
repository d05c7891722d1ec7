import { randomUUID } from 'node:crypto'
import { createReadStream, createWriteStream, mkdirSync, type ReadStream } from 'node:fs'
import { rm } from 'node:fs/promises'
import { extname, join } from 'node:path'
import type { DatabaseSync } from 'node:sqlite'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'

import { Media } from '@social/core'

import type { UploadInfo } from '../../shared/posts.js'
import { textOf } from '../storage/database.js'

const VIDEO = /\.(mp4|m4v|mov|webm)$/i
const PICTURE = /\.(png|jpe?g|gif|webp|avif|heic)$/i

/**
 * Stores the files that a person uploaded. Files are not deleted, so that a post can resume after
 * a restart.
 */
export class Uploads {
  readonly #database: DatabaseSync
  readonly #folder: string

  constructor(database: DatabaseSync, dataFolder: string) {
    this.#database = database
    this.#folder = join(dataFolder, 'uploads')
    mkdirSync(this.#folder, { recursive: true })
  }

  /**
   * Writes a file to disk while it arrives. Returns null if the file is neither a picture nor a
   * video.
   */
  async receive(name: string, body: Readable): Promise<UploadInfo | null> {
    const isVideo = VIDEO.test(name)
    if (!isVideo && !PICTURE.test(name)) return null
    const id = `${randomUUID()}${extname(name).toLowerCase()}`
    const file = createWriteStream(this.#path(id))
    try {
      await pipeline(body, file)
    } catch (error) {
      await rm(this.#path(id), { force: true })
      throw error
    }
    const upload: UploadInfo = { id, name, kind: isVideo ? 'VIDEO' : 'IMAGE', bytes: file.bytesWritten }
    this.#database
      .prepare('INSERT INTO studio_uploads (id, name, kind, bytes) VALUES (?, ?, ?, ?)')
      .run(upload.id, upload.name, upload.kind, upload.bytes)
    return upload
  }

  find(id: string): UploadInfo | null {
    const row = this.#database
      .prepare('SELECT id, name, kind, bytes FROM studio_uploads WHERE id = ?')
      .get(id)
    if (row === undefined) return null
    return {
      id: textOf(row['id']),
      name: textOf(row['name']),
      kind: row['kind'] === 'VIDEO' ? 'VIDEO' : 'IMAGE',
      bytes: Number(row['bytes']),
    }
  }

  /**
   * Converts an uploaded file to the library's media type. The library reads the file in pieces
   * during the upload.
   */
  toMedia(upload: UploadInfo, altText: string): Media {
    return Media.fromFile(this.#path(upload.id), {
      kind: upload.kind,
      ...(altText === '' ? {} : { altText }),
    })
  }

  /** Converts the files of a post to the library's media type. Skips files that no longer exist. */
  toMediaList(files: readonly { readonly uploadId: string; readonly altText: string }[]): readonly Media[] {
    return files.flatMap(({ uploadId, altText }) => {
      const upload = this.find(uploadId)
      return upload === null ? [] : [this.toMedia(upload, altText)]
    })
  }

  read(upload: UploadInfo): ReadStream {
    return createReadStream(this.#path(upload.id))
  }

  #path(id: string): string {
    return join(this.#folder, id)
  }
}
