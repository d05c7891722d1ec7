import { fileURLToPath } from 'node:url'

import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'

import { START_MS, StudioOfMany } from '../check/many-machines.js'
import { signInAnywhere } from '../check/sign-in-anywhere.js'
import { until } from '../check/visitor.js'
import { Journey, PATIENCE_MS, PHONE, executablePath, violations } from './browser.js'
import { press } from './network-flows.js'

const PAGE = fileURLToPath(new URL('../../dist/page', import.meta.url))
const [postgresUrl, redisUrl] = [inject('postgresUrl'), inject('redisUrl')]
const canRun = executablePath !== null && postgresUrl !== null && redisUrl !== null

describe.skipIf(!canRun)('the workers on the page', { timeout: PATIENCE_MS }, () => {
  let many: StudioOfMany
  let journey: Journey

  beforeAll(async () => {
    const servers = { postgresUrl: postgresUrl ?? '', redisUrl: redisUrl ?? '' }
    many = await StudioOfMany.start(servers, PAGE, 3)
    journey = await Journey.on(many.studio)
  }, PATIENCE_MS)

  afterAll(async () => {
    await journey.close()
    await many.remove()
  })

  it('are replaced when they are killed while they hold a post, and the post is published once', async () => {
    await signInAnywhere(many.visitor, 'mastodon')
    const page = await journey.open('/trouble')
    const first = page.getByRole('listitem', { name: 'Worker 1' })
    await first.getByText('waits for posts').waitFor()
    await page.getByRole('switch', { name: 'Slow server' }).check()
    await press(page.getByRole('button', { name: 'Publish a test post' }))
    const busy = page.locator('.worker[data-state="busy"]')
    await busy.getByText('post').first().waitFor()
    const name = (await busy.getAttribute('aria-label')) ?? ''
    await journey.shoot(page, 'workers')
    await press(busy.getByRole('button', { name: /^Kill/ }))

    const next = page.getByRole('listitem', { name })
    await next.getByText('killed once before').waitFor({ timeout: START_MS })
    await page.getByRole('switch', { name: 'Slow server' }).uncheck()
    await until('The end of the claim', async () => {
      await many.endClaims()
      return (await many.visitor.studio()).posts.find(({ status }) => status === 'DONE')
    })
    await page.getByRole('status').getByText('Published').waitFor()
    const steps = page.getByRole('region', { name: 'Steps of the library' })
    await steps.getByText('Visible at the network: post').first().waitFor()
    expect(await steps.getByText('Visible at the network: post').count()).toBe(1)
    expect(await violations(page)).toEqual([])
    expect(journey.problems).toEqual([])
  })

  it('fit a phone', async () => {
    const page = await journey.open('/trouble', { ...PHONE, colorScheme: 'dark' })
    await page.getByRole('listitem', { name: 'Worker 2' }).waitFor()
    expect(await violations(page)).toEqual([])
    expect(
      await page.evaluate('document.documentElement.scrollWidth - document.documentElement.clientWidth'),
    ).toBe(0)
    await journey.shoot(page, 'phone-workers')
  })
})
