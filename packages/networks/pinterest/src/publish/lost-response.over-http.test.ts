import { findsLostResponses } from '@social-internal/shared-tests/lost-response-trial'
import { aPicture, aVideo } from '@social/testkit/platform'

import { usingEmulator } from '../__fixtures__/at-emulator.js'

const pin = {
  visible: { method: 'POST', path: '/v5/pins' },
  query: { method: 'GET', path: '/v5/boards/:board/pins' },
  nothing: { items: [] },
  periodSeconds: 900,
}

for (const [kind, media] of [
  ['a picture', aPicture],
  ['a video', aVideo],
] as const)
  findsLostResponses({
    ...pin,
    name: `Pinterest, ${kind}`,
    async open() {
      const at = await usingEmulator()
      const ada = await at.signIn()
      const options = { boardId: at.board() }
      const run = async (idempotencyKey: string) =>
        (await ada.post({ text: idempotencyKey, media: [media()], options }, { idempotencyKey })).id
      return Object.assign(at, { made: () => at.effects().map(({ id }) => id), run })
    },
  })
