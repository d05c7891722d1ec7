import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { type ViewName, VIEWS } from '../shared/views.js'
import { Journey, PATIENCE_MS, PHONE, WIDE, executablePath, violationsInBoth } from './browser.js'
import { tabAndPress } from './by-keyboard.js'

/** Smallest and largest supported screen. */
const SCREENS = [
  ['phone', { ...PHONE, colorScheme: 'dark' }],
  ['wide', { ...WIDE, colorScheme: 'light' }],
] as const

async function show(page: Page, view: ViewName): Promise<void> {
  await page.locator(`main[data-view="${view}"]`).waitFor()
  await page.locator('[aria-busy="true"]').first().waitFor({ state: 'detached' })
}

async function writeForAll(page: Page): Promise<void> {
  await page.getByLabel('New post').fill('A word for everybody')
  for (const box of await page.locator('.picks').getByRole('checkbox').all()) await box.check()
  await page.getByText(/of 3 ready/).waitFor()
}

describe.skipIf(executablePath === null)('accessibility of the page', { timeout: PATIENCE_MS }, () => {
  let journey: Journey

  beforeAll(async () => {
    journey = await Journey.start()
    const [mastodon = '', , pinterest = ''] = await journey.signIn('mastodon', 'x', 'pinterest')
    const { visitor } = journey
    await visitor.publish({ accountId: mastodon, text: 'Out' })
    await visitor.publish({ accountId: pinterest, text: 'Refused: it has no board' })
    await visitor.happen('comment', mastodon)
    await visitor.arrival(mastodon, 'COMMENT_CREATED')
  }, PATIENCE_MS)

  afterAll(async () => {
    await journey.end()
  })

  it.each(SCREENS)(
    'has no barriers axe knows of in any view, in light and dark, and fits the width: %s',
    async (name, screen) => {
      const page = await journey.open('/compose', screen)
      for (const view of VIEWS) {
        await page.goto(`${journey.studio.url}/${view}`)
        await show(page, view)
        // All three accounts are selected, so that text fields and check results of all networks are on the page.
        if (view === 'compose') await writeForAll(page)
        expect([view, await violationsInBoth(page)]).toEqual([view, []])
        const tooWide = await page.evaluate(
          'document.documentElement.scrollWidth - document.documentElement.clientWidth',
        )
        expect([view, tooWide]).toEqual([view, 0])
        await journey.shoot(page, `${name}-${view}`)
      }
      expect(journey.problems).toEqual([])
    },
  )

  it('opens every view by URL and with the keyboard only, and goes back', async () => {
    const page = await journey.open('/inbox')
    await show(page, 'inbox')
    for (const view of VIEWS) {
      await tabAndPress(page, page.locator(`nav a[href="/${view}"]`))
      await show(page, view)
      expect(new URL(page.url()).pathname).toBe(`/${view}`)
    }
    await page.goBack()
    await show(page, VIEWS[VIEWS.length - 2] ?? 'compose')
  })

  it('shows its first view, and records the duration', async () => {
    const page = await journey.open('/posts')
    await page.getByText('Out', { exact: true }).waitFor()
    // The time is saved next to the screenshots and not asserted, because test machines can be
    // busy.
    const millis = await page.evaluate<number>('performance.now()')
    journey.note('first view, milliseconds', Math.round(millis))
    expect(journey.problems).toEqual([])
  })
})
