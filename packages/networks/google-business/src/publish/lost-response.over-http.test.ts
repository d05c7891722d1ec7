import { findsLostResponses } from '@social-internal/shared-tests/lost-response-trial'

import { usingEmulator } from '../__fixtures__/at-emulator.js'

const POSTS = '/mybusiness/v4/accounts/:account/locations/:location/localPosts'

findsLostResponses({
  name: 'Google Business, a post',
  visible: { method: 'POST', path: POSTS },
  query: { method: 'GET', path: POSTS },
  nothing: {},
  periodSeconds: 3600,
  async open() {
    const at = await usingEmulator()
    const bakery = await at.signIn()
    const run = async (idempotencyKey: string) =>
      (await bakery.post({ text: idempotencyKey }, { idempotencyKey })).id
    return Object.assign(at, { made: () => at.effects().map(({ id }) => id), run })
  },
})
