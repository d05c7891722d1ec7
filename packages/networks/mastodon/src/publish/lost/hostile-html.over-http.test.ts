import { OutcomeUnknownError } from '@social/core'
import { expect, it } from 'vitest'

import { usingEmulator } from '../../__fixtures__/at-emulator.js'

/**
 * 64 KiB of HTML whose parsed tree would have millions of nodes, because each paragraph reopens
 * every `b`.
 */
const NESTED = `<p>${Array.from({ length: 2800 }, (_, id) => `<b id=${id}>`).join('')}${'<p>x'.repeat(8000)}`

it('processes nested HTML quickly while it searches for a lost post', async () => {
  await using at = await usingEmulator({ retries: { attempts: 1 } })
  const account = await at.signIn()
  const { id } = await account.post({ text: 'first' })
  const { raw } = await account.readPost(id)
  const hostile = Array.from({ length: 20 }, (_, index) => ({ ...raw, id: `9${index}`, content: NESTED }))
  at.faults.add({ fault: 'replyLost', method: 'POST', path: '/api/v1/statuses' })
  at.faults.add({
    fault: 'status',
    status: 200,
    body: hostile,
    method: 'GET',
    path: '/api/v1/accounts/:id/statuses',
    count: 9,
  })

  const before = process.cpuUsage()
  await expect(account.post({ text: 'second' })).rejects.toThrow(OutcomeUnknownError)
  const { user } = process.cpuUsage(before)

  expect(Object.keys(at.counts()).join()).toMatch(/GET \/api\/v1\/accounts\/\d+\/statuses/)
  // Converting the 20 texts without a tree takes a tenth of this limit. Parsing one text to a tree
  // would exceed the limit.
  expect(user / 1e6).toBeLessThan(3)
})
