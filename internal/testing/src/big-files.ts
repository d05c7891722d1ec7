import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { mkdtemp, open, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

/** Milliseconds between two measurements of the memory. */
const POLL_EVERY_MS = 20

/**
 * Large file that uses hardly any disk space, because the file system does not store the zeros
 * between its first and last bytes.
 */
export interface SparseFile extends AsyncDisposable {
  readonly path: string
  /** Returns the SHA-256 hash of the whole file in hexadecimal form. */
  sum(): Promise<string>
}

/**
 * Creates a sparse file. `await using` removes the file.
 *
 * @param bytes - Size of the file, including `head` and `end`.
 * @param parts - `head`: first bytes, for code that detects the file type. `end`: last bytes.
 * `name`: file name, `clip.mp4` by default.
 */
export async function sparseFile(
  bytes: number,
  parts: { readonly head?: Uint8Array; readonly end?: string; readonly name?: string } = {},
): Promise<SparseFile> {
  const { head = new Uint8Array(), end = '', name = 'clip.mp4' } = parts
  const folder = await mkdtemp(join(tmpdir(), 'social-sparse-'))
  const path = join(folder, name)
  const file = await open(path, 'w')
  await file.write(head)
  await file.truncate(bytes)
  await file.write(end, bytes - Buffer.byteLength(end))
  await file.close()
  return {
    path,
    async sum() {
      const hash = createHash('sha256')
      for await (const chunk of createReadStream(path)) hash.update(chunk as Uint8Array) // safe cast: a stream without an encoding returns bytes
      return hash.digest('hex')
    },
    [Symbol.asyncDispose]: () => rm(folder, { recursive: true, force: true }),
  }
}

/**
 * Measures the maximum additional memory while a task runs.
 *
 * @param work - The task.
 * @param kind - `rss` measures the whole process. `arrayBuffers` measures the buffers that contain
 * the bytes of files.
 * @returns The additional memory in bytes.
 */
export async function memoryFor(
  work: () => Promise<unknown>,
  kind: 'rss' | 'arrayBuffers' = 'rss',
): Promise<number> {
  const before = process.memoryUsage()[kind]
  let max = before
  const over = new AbortController()
  const watching = (async () => {
    while (!over.signal.aborted) {
      max = Math.max(max, process.memoryUsage()[kind])
      await sleep(POLL_EVERY_MS)
    }
  })()
  try {
    await work()
  } finally {
    over.abort()
    await watching
  }
  return max - before
}
