import { format, inspect } from 'node:util'

import { expect, it } from 'vitest'

import type { LoginNotes } from '../../contract/index.js'
import { ManualClock } from '../../events/__fixtures__/manual-clock.js'
import { InMemoryLoginMemory } from '../../storage/in-memory-login-memory.js'
import type { BrowserBinding } from './browser-binding.js'
import { SignInNotes } from './sign-in-notes.js'

const NOTES: LoginNotes = {
  platform: 'sample',
  host: null,
  scopes: ['read'],
  redirectUri: 'https://app.example/back',
  remember: { verifier: 'hunter2' },
  applicationState: 'hunter2',
  resumeToken: 'hunter2',
  expectConnectionId: null,
  browser: 'hunter2',
}

it('a memory that logs its arguments shows no secret, and stores all of it', async () => {
  const logged: string[] = []
  const kept: string[] = []
  class LoggingMemory extends InMemoryLoginMemory {
    override async keep(state: string, notes: LoginNotes, options: { readonly lifetimeSeconds: number }) {
      logged.push(inspect(notes), format('%o %O', notes, notes))
      kept.push(JSON.stringify(notes))
      await super.keep(state, notes, options)
    }
  }
  const binding = {} as BrowserBinding // safe cast: storing notes never uses the binding
  await new SignInNotes(new LoggingMemory(), binding, new ManualClock()).keep('state', NOTES)

  expect(logged.join()).toContain('sample')
  expect(logged.join()).not.toContain('hunter2')
  expect(kept.map((json) => JSON.parse(json) as unknown)).toEqual([NOTES])
})

it.each(['keep', 'lookUp', 'take', 'forget'] as const)(
  'a memory whose %s never responds does not block forever',
  async (method) => {
    const clock = new ManualClock()
    const inner = new InMemoryLoginMemory({ clock })
    const binding = { match: async () => 'SAME' } as unknown as BrowserBinding // safe cast: the notes call only `match`
    const memory = {
      keep: inner.keep.bind(inner),
      lookUp: inner.lookUp.bind(inner),
      forget: inner.forget.bind(inner),
      ...(method === 'take' && { take: inner.take.bind(inner) }),
    }
    const notes = new SignInNotes(memory, binding, clock)
    const kept = { ...NOTES, resumeToken: null }
    await notes.keep('state', kept)
    Object.assign(memory, { [method]: () => new Promise(() => {}) })
    const request = { method: 'GET', path: '', query: '', headers: {}, body: new Uint8Array() }
    const asked =
      method === 'keep'
        ? notes.keep('state', kept)
        : notes.take('state', { platform: 'sample', stage: 'CALLBACK', request })
    const outcome = asked.catch((error: unknown) => error)
    await clock.advance(15)

    expect(await outcome).toMatchObject({
      message: expect.stringContaining('memory failed'),
      cause: expect.objectContaining({
        message: expect.stringContaining(`loginMemory.${method} did not respond`),
      }),
    })
  },
)
