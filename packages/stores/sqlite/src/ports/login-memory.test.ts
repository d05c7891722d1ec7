import { loginNotes } from '@social-internal/shared-tests/login-notes'
import { FakeClock } from '@social/testkit/application'
import { expect, it } from 'vitest'

import { sqliteStores } from '../stores.js'

const notes = loginNotes()

it('keeps notes until the last millisecond of their lifetime', async () => {
  const clock = new FakeClock()
  using stores = sqliteStores(':memory:', { clock })
  await stores.loginMemory.keep('state', notes, { lifetimeSeconds: 10.0005 })
  await clock.advance(10)
  expect(await stores.loginMemory.lookUp('state')).toEqual(notes)
  await clock.advance(0.001)
  expect(await stores.loginMemory.lookUp('state')).toBeNull()
  expect(await stores.loginMemory.take('state')).toBeNull()
})
