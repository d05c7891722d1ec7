import { format, inspect } from 'node:util'

import { expect, it } from 'vitest'

import type { LoginNotes } from '../contract/index.js'
import type { BrowserBinding } from './browser-binding.js'
import { InMemoryLoginMemory } from './login-memory.js'
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

it('a memory that logs what it is given shows no secret, and keeps all of it', async () => {
  const logged: string[] = []
  const kept: string[] = []
  class LoggingMemory extends InMemoryLoginMemory {
    override async keep(state: string, notes: LoginNotes, options: { readonly lifetimeSeconds: number }) {
      logged.push(inspect(notes), format('%o %O', notes, notes))
      kept.push(JSON.stringify(notes))
      await super.keep(state, notes, options)
    }
  }
  const binding = {} as BrowserBinding // keeping notes asks no browser
  await new SignInNotes(new LoggingMemory(), binding).keep('state', NOTES)

  expect(logged.join()).toContain('sample')
  expect(logged.join()).not.toContain('hunter2')
  expect(kept.map((json) => JSON.parse(json) as unknown)).toEqual([NOTES])
})
