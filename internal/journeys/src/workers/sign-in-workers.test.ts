import { afterAll, beforeAll, expect, it } from 'vitest'

import { PREFIX, startWorkers } from './workers.js'

let running: Awaited<ReturnType<typeof startWorkers>>

beforeAll(async () => {
  running = await startWorkers(['express', 'nest on fastify', 'fastify', 'nest on express'])
})
afterAll(() => running.close())

function ask(worker: number, path: string, init: RequestInit = {}): Promise<Response> {
  return fetch(`${running.workers[worker]?.origin}${PREFIX}${path}`, { redirect: 'manual', ...init })
}

async function connect(worker: number): Promise<{ readonly state: string; readonly cookie: string }> {
  const { headers } = await ask(worker, '/connect/pages?state=mine')
  return {
    state: new URL(headers.get('location') ?? '').searchParams.get('state') ?? '',
    cookie: headers.getSetCookie()[0]?.split(';')[0] ?? '',
  }
}

function statuses(replies: readonly Response[]): readonly number[] {
  return replies.map(({ status }) => status).toSorted((one, other) => one - other)
}

// Holds R-0170.
it('starts a sign-in in one process, handles the callback in another and the choice in a third', async () => {
  const { state, cookie } = await connect(0)
  const asked = await ask(1, `/callback/pages?code=1&state=${state}`, { headers: { cookie } })
  expect(await asked.json()).toMatchObject({ step: 'choose_account', state })
  const body = new URLSearchParams({ state, account_id: '7' })
  const chosen = await ask(2, '/choose/pages', { method: 'POST', headers: { cookie }, body })
  expect(await chosen.json()).toMatchObject({ step: 'connected', connection_id: 'pages:7', state: 'mine' })
  expect([...running.stores.connectionIds()]).toEqual(['pages:7'])
})

it('handles a callback and a choice once when all processes receive it concurrently', async () => {
  for (let round = 0; round < 5; round += 1) {
    const { state, cookie } = await connect(round % 4)
    const callbacks = await Promise.all(
      [0, 1, 2, 3].map((worker) =>
        ask(worker, `/callback/pages?code=1&state=${state}`, { headers: { cookie } }),
      ),
    )
    expect(statuses(callbacks)).toEqual([200, 400, 400, 400])
    const choices = await Promise.all(
      [0, 1, 2, 3].map((worker) => {
        const body = new URLSearchParams({ state, account_id: '7' })
        return ask(worker, '/choose/pages', { method: 'POST', headers: { cookie }, body })
      }),
    )
    expect(statuses(choices)).toEqual([200, 400, 400, 400])
  }
})

it('refuses a stolen state in every process, and lets the sign-in continue', async () => {
  const { state, cookie } = await connect(0)
  for (const worker of [0, 1, 2, 3])
    expect((await ask(worker, `/callback/pages?code=1&state=${state}`)).status).toBe(400)
  expect((await ask(3, `/callback/pages?code=1&state=${state}`, { headers: { cookie } })).status).toBe(200)
})
