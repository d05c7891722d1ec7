import { memoryFor, sparseFile } from '@social-internal/testing/big-files'
import { Media } from '@social/core'
import { aVideo } from '@social/testkit/platform'
import { expect, it } from 'vitest'

import { usingEmulator } from '../__fixtures__/at-emulator.js'

const GIB = 1024 ** 3

// Holds R-0458.
it(
  'a video of 1 GiB is streamed with constant memory, and arrives complete after an interrupted attempt',
  { timeout: 300_000 },
  async () => {
    await using at = await usingEmulator()
    await using file = await sparseFile(GIB, { head: await aVideo().read() })
    const ada = await at.signIn()
    at.faults.add({ fault: 'dropUpload', afterBytes: GIB / 2, path: '/upload/' })
    const post = { text: 'long', media: [Media.fromFile(file.path)], options: { boardId: at.board() } }

    const bytes = await memoryFor(() => ada.post(post), 'arrayBuffers')

    expect(at.videos()).toMatchObject([{ bytes: GIB, status: 'succeeded' }])
    expect(at.effects()).toHaveLength(1)
    // The limit includes bytes that the emulated server received in the same process.
    expect(bytes).toBeLessThan(128 * 1024 ** 2)
  },
)
