import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { mkdtemp, open, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

/** Milliseconds between two looks at the memory. */
const POLL_EVERY_MS = 20

/** A file that is big and takes hardly any room on the disk: a hole between its head and its end. */
export interface SparseFile extends AsyncDisposable {
  readonly path: string
  /** Hexadecimal SHA-256 of the whole. */
  sum(): Promise<string>
}

/**
 * Makes such a file; it goes away with `await using`.
 *
 * @param bytes - How big it is, head and end included.
 * @param parts - `head`: its first bytes, for whoever looks at them; `end`: its last ones; `name`: `clip.mp4` unless given.
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
      for await (const chunk of createReadStream(path)) hash.update(chunk as Uint8Array) // without an encoding it is bytes
      return hash.digest('hex')
    },
    [Symbol.asyncDispose]: () => rm(folder, { recursive: true, force: true }),
  }
}

/**
 * The most memory that was taken while something went on, above what there was before.
 *
 * @param work - What goes on.
 * @param kind - `rss` is all of the process; `arrayBuffers` what the bytes of files lie in.
 * @returns Bytes.
 */
export async function memoryFor(
  work: () => Promise<unknown>,
  kind: 'rss' | 'arrayBuffers' = 'rss',
): Promise<number> {
  const before = process.memoryUsage()[kind]
  let most = before
  const over = new AbortController()
  const watching = (async () => {
    while (!over.signal.aborted) {
      most = Math.max(most, process.memoryUsage()[kind])
      await sleep(POLL_EVERY_MS)
    }
  })()
  try {
    await work()
  } finally {
    over.abort()
    await watching
  }
  return most - before
}
