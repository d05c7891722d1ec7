import { beforeEach, expect, it } from 'vitest'

import { AtMastodon, idsOf } from '../../__fixtures__/at-mastodon.js'

let server: AtMastodon
let token: string
let root: string

beforeEach(async () => {
  server = new AtMastodon()
  token = server.signIn('ada')
  root = await server.post(token, { status: 'Root' })
})

async function context(
  id: string,
  by?: string,
): Promise<{ ancestors: string[]; descendants: string[]; refresh: string | null }> {
  const { body, headers } = await server.call(
    `GET /api/v1/statuses/${id}/context`,
    by === undefined ? {} : { token: by },
  )
  const { ancestors, descendants } = body as { ancestors: unknown; descendants: unknown } // safe cast: `call` checked the response against the schema
  return {
    ancestors: idsOf(ancestors),
    descendants: idsOf(descendants),
    refresh: headers.get('mastodon-async-refresh'),
  }
}

const reply = (by: string, on: string, visibility?: string): string =>
  server.control.comment({ by, on, text: 'Reply', ...(visibility !== undefined && { visibility }) }).id

it('returns ancestors from the root, and descendants depth first', async () => {
  const a = reply('bea', root)
  const b = reply('bo', root)
  const aa = reply('cleo', a)
  expect(await context(root, token)).toMatchObject({ ancestors: [], descendants: [a, aa, b] })
  expect(await context(aa, token)).toMatchObject({ ancestors: [root, a], descendants: [] })
})

it('omits invisible statuses and those of blocked people', async () => {
  const shown = reply('bea', root)
  reply('bo', root)
  server.control.message({ by: 'bea', to: ['cleo'], text: 'psst', replyTo: root })
  const direct = server.control.message({ by: 'dee', to: ['ada'], text: 'for you', replyTo: root }).id
  server.control.block({ by: 'ada', person: 'bo' })
  expect((await context(root, token)).descendants).toEqual([shown, direct])
  expect((await context(root)).descendants).toHaveLength(2)
})

it('shows fewer statuses without a token', async () => {
  for (let index = 0; index < 61; index += 1) reply('bea', root)
  expect((await context(root)).descendants).toHaveLength(60)
  expect((await context(root, token)).descendants).toHaveLength(61)
})

it('has a depth of 20 without a token, and no limit with one', async () => {
  let last = root
  for (let index = 0; index < 45; index += 1) last = reply('bea', last)
  expect((await context(root)).descendants).toHaveLength(20)
  expect((await context(root, token)).descendants).toHaveLength(45)
  expect((await context(last)).ancestors).toHaveLength(40)
})

it('stops at 4,096 replies', async () => {
  for (let index = 0; index < 4097; index += 1) server.control.post({ by: 'bea', text: 'x', replyTo: root })
  expect((await context(root, token)).descendants).toHaveLength(4096)
})

it('reports to signed-in people that replies are still being fetched', async () => {
  server.control.asyncRefresh({ on: root, resultCount: 2 })
  const { refresh } = await context(root, token)
  expect(refresh).toMatch(/^id="[\w-]+", retry=3, result_count=2$/)
  expect((await context(root)).refresh).toBeNull()
  const id = /id="([^"]+)"/.exec(refresh ?? '')?.[1] ?? ''
  expect((await server.call(`GET /api/v1_alpha/async_refreshes/${id}`, { token })).body).toEqual({
    async_refresh: { id, status: 'running', result_count: 2 },
  })
  server.control.asyncRefresh({ on: root, state: 'off' })
  expect((await context(root, token)).refresh).toBeNull()
})
