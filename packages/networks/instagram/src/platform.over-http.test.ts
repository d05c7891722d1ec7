import { type Asked, asksWhatIsDescribed } from '@social-internal/meta-tests/described-trial'
import { ConfigError } from '@social/core'
import { sampleJpegHead } from '@social/emulator'
import { beforeAll, expect, it } from 'vitest'

import { EVERYWHERE, FIELDS, PARAMETERS, SUBSCRIBED_FIELDS } from './__fixtures__/official-description.js'
import { withFiles } from './__fixtures__/with-files.js'
import { replyPrivately } from './engage.js'

// No server serves this URL, so the emulator's `fetch` is replaced for it.
const COVER = 'https://files.example/cover.jpg'
const cover = async (): Promise<Response> => new Response(Uint8Array.from(sampleJpegHead()))

type At = Awaited<ReturnType<typeof withFiles>>

/** Sends every request that the package can send, once. */
async function everything(at: At): Promise<void> {
  const { ada, files } = at
  await ada.post({
    text: 'A cake',
    media: [files.picture('1.jpg', 'One')],
    options: {
      userTags: [{ username: 'bo', x: 0.5, y: 0.5 }],
      collaborators: ['bo'],
      locationId: '1234567890123457',
      isAiGenerated: true,
    },
  })
  await ada.post({
    text: 'A reel',
    media: [files.video()],
    options: { shareToFeed: true, thumbOffsetMs: 5, audioName: 'Song', trial: 'MANUAL' },
  })
  await ada.post({ media: [files.video()], options: { coverUrl: COVER } })
  const { id } = await ada.post({ text: 'Both', media: [files.picture('2.jpg', 'Two'), files.video()] })
  for (const placement of ['feed', 'story'] as const) {
    at.faults.add({ fault: 'replyLost', method: 'POST', path: '*/media_publish' })
    await ada.post({ media: [files.picture('3.jpg')], options: { placement } })
  }
  at.people.comment({ by: 'zoe', text: 'Lovely', on: id })
  const update = (await ada.fetchUpdates()).find(({ actor }) => actor?.handle === 'zoe')
  if (update === undefined) throw new Error('nothing was polled')
  at.faults.add({ fault: 'replyLost', method: 'POST', path: '*/replies' })
  await ada.replyToUpdate(update, 'Thanks')
  await ada.run((call) => replyPrivately(update, 'Here it is', call))
  await ada.setCommentVisibility(update)
  await ada.readReplies(id)
  await ada.deleteComment(update)
  await ada.readStats(id)
  await ada.limits()
  await ada.startUpdates()
  await ada.stopUpdates()
  await at.clock.advance(40 * 86_400)
  await ada.profile()
}

/** Returns the top-level names of a `fields` parameter: a, b and f for `a,b{c,d{e}},f`. */
function namesIn(fields: unknown): readonly string[] {
  if (typeof fields !== 'string') return []
  const INNERMOST = /\{[^{}]*\}/g
  return fields.replaceAll(INNERMOST, '').replaceAll(INNERMOST, '').split(',')
}

let asked: readonly Asked[] = []

beforeAll(async () => {
  await using at = await withFiles({
    network: { fetch: (url, init) => (url === COVER ? cover() : fetch(url, init)) },
  })
  await at.finishLogin()
  await everything(at)
  asked = at.requests().map(({ method, path, query, form, json }) => {
    const parts = path.split('/v26.0/')[1]?.split('/')
    const what =
      parts === undefined ? path.replace('/api-host', '') : (parts[1] ?? (parts[0] === 'me' ? 'me' : 'node'))
    const body = typeof json === 'object' && json !== null ? Object.keys(json) : []
    return {
      what: `${method} ${what}`,
      parameters: [...Object.keys(query), ...Object.keys(form ?? {}), ...body],
      fields: namesIn(query['fields']),
    }
  })
})

asksWhatIsDescribed({
  source: 'description',
  parameters: PARAMETERS,
  everywhere: EVERYWHERE,
  fields: FIELDS,
  asked: () => asked,
})

it('subscribes only to fields in the official description', async () => {
  await using at = await withFiles()
  const refused: unknown = await at.ada.startUpdates({ kinds: ['x'] }).catch((error: unknown) => error)
  expect(refused).toBeInstanceOf(ConfigError)
  const taken = /takes some of: ([a-z_, ]+)\./.exec((refused as Error).message)?.[1]?.split(', ') ?? [] // safe cast: the line above asserts a ConfigError
  expect(taken).toHaveLength(12)
  await at.ada.startUpdates({ kinds: taken })
  expect(taken.filter((field) => !SUBSCRIBED_FIELDS.includes(field))).toEqual([])
})
