import { inspect } from 'node:util'

import { AppCredentials, InMemoryStorage, SocialClient } from '@social/core'
import { aPicture, aVideo, FakeClock, RecordingTransport } from '@social/testkit/platform'
import { describe, expect, it } from 'vitest'

import { anAccount } from '../__fixtures__/an-account.js'
import { boards, createBoard } from '../index.js'
import { pinterest } from '../platform.js'

const SECRETS = [
  'pina_secret-access',
  'pinr.secret-refresh',
  'app-secret-0123456789',
  'code-of-the-callback',
  'signature-of-the-form',
]

/** Creates a network whose responses repeat the whole request: URL, headers and body. */
function quoting(status: number) {
  return new RecordingTransport(
    {},
    {
      answer: (request) => {
        const quoted = [request.url, JSON.stringify(request.headers), request.text].join(' ')
        const isForm = request.key === 'POST /v5/media'
        const form = {
          media_id: '1',
          upload_url: 'https://storage.example/',
          upload_parameters: { policy: 'signature-of-the-form' },
        }
        if (isForm) return form
        return {
          status,
          body: { code: 1, message: quoted, error: quoted, [quoted]: quoted },
          headers: { 'x-quoted': quoted },
        }
      },
    },
  )
}

/** Returns all text of an error that can be printed, logged or stored. */
function shownBy(error: unknown): string {
  const shown = [inspect(error, { depth: 20, showHidden: true }), String(error)]
  for (let one: unknown = error; one instanceof Error; one = one.cause)
    shown.push(one.stack ?? '', JSON.stringify(one), JSON.stringify('raw' in one ? one.raw : null))
  return shown.join('\n')
}

describe.each([400, 401, 403, 404, 409, 429, 500])(
  'a network that returns %i and quotes the request',
  (status) => {
    async function aClient() {
      const storage = new InMemoryStorage()
      await storage.saveApp(
        new AppCredentials({
          platform: 'pinterest',
          clientId: '1480000',
          clientSecret: 'app-secret-0123456789',
        }),
      )
      await storage.saveConnection(anAccount())
      const clock = new FakeClock({ now: '2026-11-22T12:00:00Z', autoAdvance: { upToSeconds: 60 } })
      const transport = quoting(status)
      return new SocialClient({
        storage,
        clock,
        transport,
        platforms: { pinterest: pinterest() },
        retries: { attempts: 1 },
      })
    }

    it('causes no secret in any error', async () => {
      const client = await aClient()
      const ada = client.accountOf('pinterest', anAccount().id)
      const options = { boardId: '1' }
      const redirectUri = 'https://app.example/callback'
      const start = await client.startLogin('pinterest', { redirectUri })
      const state = start.step === 'SEND_TO_NETWORK' ? start.state : ''
      const callback = { code: 'code-of-the-callback', state }

      const errors = await Promise.all(
        [
          client.finishLogin('pinterest', { redirectUri, state, remember: {}, callback }),
          ada.post({ text: 'a', media: [aPicture()], options }),
          ada.post({ text: 'a', media: [aVideo()], options }),
          ada.readPost('1'),
          ada.readStats('1'),
          ada.deletePost('1'),
          ada.profile(),
          ada.run(boards),
          ada.run((call) => createBoard({ name: 'a' }, call)),
        ].map((calling) =>
          calling.then(
            () => 'nothing',
            (error: unknown) => shownBy(error),
          ),
        ),
      )

      expect(errors).not.toContain('nothing')
      for (const shown of errors)
        expect(
          SECRETS.filter((secret) => shown.includes(secret) || shown.includes(encodeURIComponent(secret))),
        ).toEqual([])
      await client.close()
    })
  },
)
