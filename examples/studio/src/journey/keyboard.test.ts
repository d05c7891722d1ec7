import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { executablePath, Journey, PATIENCE_MS, POLL } from './browser.js'
import { tabAndPress, tabAndType, tabTo } from './by-keyboard.js'

describe.skipIf(executablePath === null)(
  'a day with the studio without a mouse',
  { timeout: PATIENCE_MS },
  () => {
    let journey: Journey

    beforeAll(async () => {
      journey = await Journey.start()
    }, PATIENCE_MS)

    afterAll(async () => {
      await journey.end()
    })

    it('signs in, writes, publishes, answers, breaks a network and deletes the post with the keyboard only', async () => {
      const page = await journey.open()
      await tabAndPress(page, page.getByRole('link', { name: /Skip/ }))
      await tabAndType(page, page.getByLabel('Network'), 'Mastodon')
      await tabAndPress(page, page.getByRole('button', { name: 'Sign in' }))
      // This button is on the sign-in page of the emulated network.
      await page.locator('[name="decision"][value="approve"]').waitFor()
      await tabAndPress(page, page.locator('[name="decision"][value="approve"]'))
      await page.getByRole('listitem', { name: /, Mastodon$/ }).waitFor()

      await tabAndPress(page, page.getByRole('link', { name: 'Compose' }))
      await tabAndType(page, page.getByLabel('New post'), 'Written without a mouse')
      await tabAndPress(page, page.getByRole('button', { name: 'Add another part' }))
      await tabAndType(page, page.getByRole('textbox', { name: 'Part 2 of the thread' }), 'And a second part')
      await tabAndPress(page, page.getByRole('button', { name: 'Remove part 2' }))
      const part = page.getByRole('region', { name: /, Mastodon$/ })
      await tabAndPress(page, part.locator('.part-head'), 'Space')
      const visibility = part.getByRole('combobox', { name: 'Visibility' })
      await tabTo(page, visibility)
      await page.keyboard.press('ArrowDown')
      await expect.poll(() => visibility.inputValue(), POLL).toBe('public')
      await page.getByText('Ready for 1 account').waitFor()
      await tabAndPress(page, page.getByRole('button', { name: 'Publish', disabled: false }))
      await page.waitForURL('**/posts')
      await page
        .getByRole('listitem', { name: /Mastodon/ })
        .getByText('Published')
        .waitFor()

      await tabAndPress(page, page.getByRole('link', { name: /^Inbox/ }))
      await tabAndPress(page, page.getByRole('button', { name: 'Someone comments' }))
      const card = page.locator('.update').filter({ hasText: 'commented' })
      await tabAndType(page, card.getByRole('textbox'), 'Thank you!')
      await page.keyboard.press('Enter')
      await card.locator('.answer').waitFor()
      await tabAndPress(page, card.getByRole('button', { name: 'Like' }), 'Space')
      await card.getByRole('button', { name: 'Liked', pressed: true }).waitFor()
      await tabAndType(page, page.getByLabel('Search the inbox'), 'nothing like it')
      await card.waitFor({ state: 'detached' })

      await tabAndPress(page, page.getByRole('link', { name: 'Trouble' }))
      const slow = page.getByRole('switch', { name: 'Slow server' })
      for (const checked of [true, false]) {
        await tabAndPress(page, slow, 'Space')
        await page.getByRole('switch', { name: 'Slow server', checked }).waitFor()
      }
      await tabAndPress(page, page.getByRole('link', { name: 'Statistics' }))
      await page.locator('main[data-view="statistics"]').waitFor()

      await tabAndPress(page, page.getByRole('link', { name: 'Posts' }))
      await tabAndPress(page, page.getByRole('button', { name: 'Delete' }))
      await page.getByText('Your posts appear here.').waitFor()
      expect(journey.problems).toEqual([])
    })
  },
)
