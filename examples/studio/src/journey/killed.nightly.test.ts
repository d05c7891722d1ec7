import { afterEach, describe, expect, it } from 'vitest'

import { signInAnywhere } from '../check/sign-in-anywhere.js'
import { SupervisedStudio } from '../check/supervised-studio.js'
import { executablePath, Journey, PATIENCE_MS } from './browser.js'
import { press } from './network-flows.js'

let journey: Journey

afterEach(async () => {
  await journey.end()
})

describe.skipIf(executablePath === null)(
  'the button that kills the process',
  { timeout: PATIENCE_MS },
  () => {
    it('publishes a post in progress once after the restart', async () => {
      const studio = await SupervisedStudio.start('', true)
      const { url } = studio
      journey = await Journey.on({ url, restart: () => studio.kill(), remove: () => studio.remove() })
      await signInAnywhere(studio.visitor, 'mastodon')
      const page = await journey.open('/trouble')
      await press(page.getByRole('switch', { name: 'Slow server' }), 'Space')
      await press(page.getByRole('button', { name: 'Publish a test post' }))
      const steps = page.getByRole('region', { name: 'Steps of the library' })
      await steps.getByText('POST /api/v1/statuses').first().waitFor()

      await press(page.getByRole('button', { name: 'Kill the process' }))

      await page.locator('.live[data-live="false"]').waitFor()
      await page.locator('.live[data-live="true"]').waitFor()
      // Publishing resumes after one minute, when the claim of the killed process expires.
      await page.getByRole('status').getByText('Published').waitFor({ timeout: 180_000 })
      const { posts } = await studio.visitor.studio()
      expect(posts.map(({ status }) => status)).toEqual(['DONE'])
      await steps.getByText('Visible at the network: post').first().waitFor()
      expect(await steps.getByText('Visible at the network: post').count()).toBe(1)
    })
  },
)
