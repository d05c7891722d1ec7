import { type Asked, asksWhatIsDescribed } from '@social-internal/meta-tests/described-trial'
import { beforeAll } from 'vitest'

import { EVERYWHERE, FIELDS, PARAMETERS } from './__fixtures__/official-collection.js'
import { withFiles } from './__fixtures__/with-files.js'
import { approveReply } from './engage/index.js'
import { pendingReplies } from './read/index.js'

type At = Awaited<ReturnType<typeof withFiles>>

/** Sends every request that the package can send, once. */
async function everything(at: At): Promise<void> {
  const { ada } = at
  const { id } = await ada.post({
    text: 'It was the butler',
    options: {
      replyControl: 'everyone',
      topicTag: 'crime',
      linkAttachment: 'https://a.example/',
      spoilers: [{ start: 0, end: 2 }],
      allowlistedCountryCodes: ['US'],
      enableReplyApprovals: false,
    },
  })
  await ada.post({ text: 'Which?', options: { quotePostId: id, poll: { options: ['a', 'b'] } } })
  await ada.post({ text: 'Look', options: { gifId: 'abc' } })
  const media = [at.files.picture('1.jpg', 'One'), at.files.video()]
  await ada.post({ text: 'Both', media, options: { isSpoilerMedia: true } })
  for (const replyTo of [null, id]) {
    at.faults.add({ fault: 'replyLost', method: 'POST', path: '*/threads_publish' })
    await ada.post({ text: 'Lost', ...(replyTo !== null && { replyTo }) })
  }
  at.people.post({ by: 'zoe', text: 'Lovely', replyTo: id })
  const update = (await ada.fetchUpdates()).find(({ actor }) => actor?.handle === 'zoe')
  if (update === undefined) throw new Error('nothing was polled')
  await ada.replyToUpdate(update, 'Thanks')
  await ada.setCommentVisibility(update)
  await ada.readReplies(id)
  const { id: guarded } = await ada.post({ text: 'Ask', options: { enableReplyApprovals: true } })
  at.people.post({ by: 'zoe', text: 'May I?', replyTo: guarded })
  for (const waiting of await ada.run((call) => pendingReplies(guarded, call)))
    await ada.run((call) => approveReply(waiting.id, { approve: true }, call))
  await ada.readStats(id)
  await ada.limits()
  await ada.repost(id)
  await ada.deletePost(id)
  await at.clock.advance(40 * 86_400)
  await ada.profile()
}

let asked: readonly Asked[] = []

beforeAll(async () => {
  await using at = await withFiles()
  await at.finishLogin()
  await everything(at)
  asked = at.requests().map(({ method, path, query, form }) => {
    const parts = path.split('/v1.0/')[1]?.split('/')
    const what = parts === undefined ? path : (parts[1] ?? (parts[0] === 'me' ? 'me' : 'node'))
    const listed = query['fields'] ?? query['metric']
    return {
      what: `${method} ${what}`,
      parameters: [...Object.keys(query), ...Object.keys(form ?? {})],
      fields: typeof listed === 'string' ? listed.split(',') : [],
    }
  })
})

asksWhatIsDescribed({
  source: 'collection',
  parameters: PARAMETERS,
  everywhere: EVERYWHERE,
  fields: FIELDS,
  asked: () => asked,
})
