import { mkdtemp, open, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { Media } from '@social/core'
import { aVideo } from '@social/testkit'
import { expect, it } from 'vitest'

import { usingEmulator } from '../__fixtures__/at-emulator.js'

const GIB = 1024 ** 3

/** A video of so many bytes that takes hardly any on the disk. */
async function sparseVideo(bytes: number) {
  const folder = await mkdtemp(join(tmpdir(), 'pinterest-'))
  const path = join(folder, 'long.mp4')
  const file = await open(path, 'w')
  await file.write(await aVideo().read())
  await file.truncate(bytes)
  await file.close()
  return { path, [Symbol.asyncDispose]: () => rm(folder, { recursive: true }) }
}

it(
  'a video of 1 GiB is streamed: memory stays flat, and it arrives whole though the first try broke off',
  { timeout: 300_000 },
  async () => {
    await using at = await usingEmulator()
    await using file = await sparseVideo(GIB)
    const ada = await at.signIn()
    at.faults.add({ fault: 'dropUpload', afterBytes: GIB / 2, path: '/upload/' })
    const before = process.memoryUsage().arrayBuffers
    let most = 0

    await ada.post(
      { text: 'long', media: [Media.fromFile(file.path)], options: { boardId: at.board() } },
      {
        onProgress() {
          most = Math.max(most, process.memoryUsage().arrayBuffers)
        },
      },
    )

    expect(at.videos()).toMatchObject([{ bytes: GIB, status: 'succeeded' }])
    expect(at.effects()).toHaveLength(1)
    // Both ends are in this process: what the server has read is in it until it is collected.
    expect(most - before).toBeLessThan(128 * 1024 ** 2)
  },
)
