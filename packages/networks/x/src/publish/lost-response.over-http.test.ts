import { findsLostResponses } from '@social-internal/shared-tests/lost-response-trial'

import { usingEmulator } from '../__fixtures__/at-emulator.js'
import { picture } from '../__fixtures__/files.js'
import { SENT_SLACK } from './find-post.js'

const server = {
  timelineDelaySeconds: 0,
  rates: {
    'GET /2/dm_conversations/:id/dm_events': 1000,
    'POST /2/dm_conversations/with/:user/messages': 1000,
  },
}

async function open() {
  const at = await usingEmulator({ server })
  const account = await at.signIn()
  return { at, account, made: () => at.effects().map(({ id }) => id) }
}

const timeline = {
  visible: { method: 'POST', path: '/2/tweets' },
  query: { method: 'GET', path: '/2/users/:id/tweets' },
  nothing: { meta: { result_count: 0 } },
  periodSeconds: SENT_SLACK.secondsAfter,
}

findsLostResponses({
  ...timeline,
  name: 'X, a text',
  async open() {
    const { at, account, made } = await open()
    const run = async (idempotencyKey: string) =>
      (await account.post({ text: idempotencyKey }, { idempotencyKey })).id
    return Object.assign(at, { made, run })
  },
})

findsLostResponses({
  ...timeline,
  name: 'X, a picture without text',
  async open() {
    const { at, account, made } = await open()
    const run = async (idempotencyKey: string) =>
      (await account.post({ media: [picture('cat')] }, { idempotencyKey })).id
    return Object.assign(at, { made, run })
  },
})

findsLostResponses({
  ...timeline,
  name: 'X, a reply',
  async open() {
    const { at, account, made } = await open()
    const { id: parent } = await account.post({ text: 'root' })
    const run = async (idempotencyKey: string) =>
      (await account.reply(parent, idempotencyKey, { idempotencyKey })).id
    return Object.assign(at, { made, run })
  },
})

findsLostResponses({
  name: 'X, a private message',
  visible: { method: 'POST', path: '/2/dm_conversations/with/:user/messages' },
  query: { method: 'GET', path: '/2/dm_conversations/:id/dm_events' },
  nothing: { meta: { result_count: 0 } },
  periodSeconds: SENT_SLACK.secondsAfter,
  async open() {
    const { at, account, made } = await open()
    const bo = at.network.state().people.find(({ username }) => username === 'bo')?.id ?? ''
    const run = async (idempotencyKey: string) =>
      (await account.startConversation([bo], idempotencyKey, { idempotencyKey })).id
    return Object.assign(at, { made, run })
  },
})
