import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

import { expect, it } from 'vitest'

import { startEmulator } from '../start-emulator.js'
import { mastodonNetwork } from './module.js'

const PROGRAM = fileURLToPath(new URL('../__fixtures__/megalodon-client.ts', import.meta.url))
/** Timeout in seconds after which the test stops a hanging process. */
const HANGS_SECONDS = 240

it(
  'lets megalodon, in a separate process, post, reply, boost, delete, and receive it on a stream',
  async () => {
    const emulator = await startEmulator({ networks: [mastodonNetwork()] })
    try {
      const url = emulator.url('mastodon')
      const tokens = ['ada', 'bea'].map((person) => emulator.control.mastodon.signIn({ person }).accessToken)
      const { stdout } = await promisify(execFile)(process.execPath, [PROGRAM, url, ...tokens], {
        env: { PATH: process.env['PATH'] },
        timeout: HANGS_SECONDS * 1000,
      })

      expect(JSON.parse(stdout)).toEqual({
        me: 'ada',
        favourited: true,
        live: ['favourite', 'mention'],
        replies: 1,
        boosted: true,
        notifications: ['reblog', 'mention', 'favourite'],
        longest: 500,
        gone: 404,
      })
    } finally {
      await emulator.close()
    }
  },
  (HANGS_SECONDS + 30) * 1000,
)
