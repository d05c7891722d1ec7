import type { Stats } from 'node:fs'
import { type FileHandle, open, stat } from 'node:fs/promises'
import { basename } from 'node:path'

import { InvalidPostError } from '../errors/index.js'
import type { MediaReader } from '../models/index.js'
import { BaseMedia, type MediaOptions } from './base-media.js'
import { refusedFile } from './refused-file.js'

/** Error codes of the file system, with a text for the error message. */
const REASONS: Readonly<Record<string, string>> = {
  ENOENT: 'does not exist. Check the path; a relative path starts at the working directory.',
  ENOTDIR: 'does not exist: part of its path is not a folder. Check the path.',
  EACCES: 'is not readable by this program. Grant it permission to read the file.',
  EPERM: 'is not readable by this program. Grant it permission to read the file.',
  EISDIR: 'is a folder. Pass the path of a file.',
  EMFILE:
    'could not be opened: too many files are open. Publish fewer files concurrently, or raise the limit.',
  ENFILE:
    'could not be opened: too many files are open. Publish fewer files concurrently, or raise the limit.',
}

/** Creates the error for a file that could not be read. */
function unreadable(path: string, error: unknown): InvalidPostError {
  const code = error instanceof Error && 'code' in error ? String(error.code) : 'no reason given'
  return refusedFile(
    'FILE_UNREADABLE',
    `The file "${path}" ${REASONS[code] ?? `could not be read (${code}). Check that it exists and is readable.`}`,
    { cause: error, file: basename(path) },
  )
}

function assertFile(path: string, stats: Stats): Stats {
  if (stats.isFile()) return stats
  const what = stats.isDirectory() ? 'is a folder' : 'is not a regular file'
  throw refusedFile('FILE_UNREADABLE', `"${path}" ${what}. Pass the path of a file.`, {
    file: basename(path),
  })
}

async function statFile(path: string): Promise<Stats> {
  const stats = await stat(path).catch((error: unknown) => {
    throw unreadable(path, error)
  })
  return assertFile(path, stats)
}

class FileReader implements MediaReader {
  readonly size: number
  readonly identity: string
  readonly #path: string
  readonly #handle: FileHandle
  readonly #modified: number

  constructor(path: string, handle: FileHandle, stats: Stats) {
    this.#path = path
    this.#handle = handle
    this.size = stats.size
    this.identity = `${stats.size}:${stats.mtimeMs}:${stats.ino}`
    this.#modified = stats.mtimeMs
  }

  async readInto(target: Uint8Array, position: number): Promise<number> {
    const wanted = Math.max(0, Math.min(target.length, this.size - position))
    let count = 0
    try {
      while (count < wanted) {
        const { bytesRead } = await this.#handle.read(target, count, wanted - count, position + count)
        if (bytesRead === 0) break
        count += bytesRead
      }
    } catch (error) {
      throw unreadable(this.#path, error)
    }
    await this.#checkUnchanged(count === wanted)
    return count
  }

  /** Checks after each read whether the open file has changed. */
  async #checkUnchanged(isComplete: boolean): Promise<void> {
    const now = await this.#handle.stat().catch((error: unknown) => {
      throw unreadable(this.#path, error)
    })
    if (isComplete && now.size === this.size && now.mtimeMs === this.#modified) return
    throw refusedFile(
      'FILE_CHANGED',
      `The file "${this.#path}" changed while it was read. Post it again when it is complete.`,
      { file: basename(this.#path) },
    )
  }

  async close(): Promise<void> {
    await this.#handle.close()
  }
}

/** File on disk. The file system is accessed only when the file is read. */
export class FileMedia extends BaseMedia {
  declare readonly path: string

  constructor(path: string, options: MediaOptions) {
    super({ content: null, path, url: null, filename: basename(path) }, options, `the file "${path}"`)
    Object.freeze(this)
  }

  async size(): Promise<number> {
    return (await statFile(this.path)).size
  }

  async open(): Promise<MediaReader> {
    const { path } = this
    await statFile(path) // refuses a pipe, because opening a pipe would wait until another program opens its other end
    const handle = await open(path, 'r').catch((error: unknown) => {
      throw unreadable(path, error)
    })
    try {
      return new FileReader(path, handle, assertFile(path, await handle.stat()))
    } catch (error) {
      await handle.close()
      throw error instanceof InvalidPostError ? error : unreadable(path, error)
    }
  }
}
