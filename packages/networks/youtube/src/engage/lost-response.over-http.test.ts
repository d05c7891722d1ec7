import { findsLostResponses } from '@social-internal/shared-tests/lost-response-trial'

import { usingEmulator } from '../__fixtures__/at-emulator.js'
import { aVideoOf, OPTIONS } from '../__fixtures__/videos.js'

findsLostResponses({
  name: 'YouTube, a reply',
  visible: { method: 'POST', path: '/youtube/v3/comments' },
  query: { method: 'GET', path: '/youtube/v3/comments' },
  nothing: { items: [] },
  periodSeconds: 3600,
  async open() {
    const at = await usingEmulator()
    const ada = await at.signIn()
    const { id } = await ada.post({ media: [aVideoOf(10).media], options: OPTIONS })
    at.people.comment({ by: 'Grace', on: id, text: 'Which flour?' })
    const [update] = await ada.fetchUpdates()
    if (update === undefined) throw new Error('no update')
    const run = async (idempotencyKey: string) => {
      await ada.replyToUpdate(update, idempotencyKey, { idempotencyKey })
      return null
    }
    const made = () =>
      at.emulator
        .effects('youtube')
        .filter(({ kind }) => kind === 'COMMENT')
        .map((effect) => effect.id)
    return Object.assign(at, { made, run })
  },
})
