import { expect, it } from 'vitest'

import { usingEmulator } from './__fixtures__/at-emulator.js'
import { thrownBy } from './__fixtures__/uploading.js'

const usage = (minutes: number) => [
  {
    type: 'pages',
    call_count: 100,
    total_cputime: 1,
    total_time: 1,
    estimated_time_to_regain_access: minutes,
  },
]

it('another page at its limit does not block this page', async () => {
  await using at = await usingEmulator()
  const page = await at.signIn()
  at.people.setUsage({ accountPercent: 10, appPercent: 10, otherPercent: 100, regainMinutes: 60 })
  await page.post({ text: 'First' })
  const sleeps = at.clock.sleeps.length
  await page.post({ text: 'Second' })
  expect(at.effects()).toHaveLength(2)
  expect(at.clock.sleeps).toHaveLength(sleeps)
})

it('the wait after a limit is that of this page', async () => {
  await using at = await usingEmulator()
  const page = await at.signIn()
  const pageId = page.id.slice('facebook:'.length)
  const header = JSON.stringify({ [pageId]: usage(5), '100000000000099': usage(600) })
  at.faults.add({
    fault: 'status',
    status: 400,
    headers: { 'x-business-use-case-usage': header },
    body: { error: { message: 'Too many calls.', code: 80_001 } },
    method: 'POST',
  })
  expect(await thrownBy(page.post({ text: 'First' }))).toMatchObject({ code: 'RATE_LIMIT', retryAfter: 300 })
})
