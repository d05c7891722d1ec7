import { findsLostResponses } from '@social-internal/shared-tests/lost-response-trial'

import { usingEmulator } from '../__fixtures__/at-emulator.js'

findsLostResponses({
  name: 'TikTok Business, a reply',
  visible: { method: 'POST', path: '/open_api/v1.3/business/comment/reply/create/' },
  query: { method: 'GET', path: '/open_api/v1.3/business/comment/reply/list/' },
  nothing: { code: 0, message: 'OK', data: { comments: [], has_more: false } },
  periodSeconds: 3600,
  async open() {
    const at = await usingEmulator()
    const ada = await at.signIn()
    const video = at.network.addVideo({ person: 'ada', secondsAgo: 100 })
    at.network.comment({ by: 'bo', video: video.id, text: 'Lovely!', secondsAgo: 10 })
    const [update] = await ada.fetchUpdates()
    if (update === undefined) throw new Error('no update')
    const run = async (idempotencyKey: string) => {
      await ada.replyToUpdate(update, idempotencyKey, { idempotencyKey })
      return null
    }
    return Object.assign(at, { made: () => at.effects().map(({ id }) => id), run })
  },
})
